/** Settings of the built-in server: small in memory, reachable from this machine only. */
export function settings(unsafe: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    jit: 'off',
    huge_pages: 'off',
    timezone: 'UTC',
    // Messages about failing statements quote values: they stay out of the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // For tests, which run whole fleets of programs on one server at the same time.
    ...(unsafe ? { max_connections: '500', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
}
