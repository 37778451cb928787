import { type DestinationStream, pino } from 'pino'
import type { Log } from '#platform/ports'

export const LOG_LEVELS = ['info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface ChildLog extends Log {
  /** A log whose every line carries these ids too. */
  with(ids: Record<string, string | number>): ChildLog
}

/** JSON lines, one an event of the program's own life. */
export function createLog(options: { level: LogLevel; destination?: DestinationStream }): ChildLog {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: describe, err: describe },
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[withheld]' },
  }
  return wrap(options.destination ? pino(settings, options.destination) : pino(settings))
}

// A second line of defence: callers must not log these at all.
const SECRET = ['authorization', 'cookie', 'password', 'token', 'secret', 'email', 'to', 'link', 'data', 'value', 'text', 'html']

function wrap(inner: pino.Logger): ChildLog {
  return {
    info: (what, words) => inner.info(what, words),
    warn: (what, words) => inner.warn(what, words),
    error: (what, words) => inner.error(what, words),
    with: (ids) => wrap(inner.child(ids)),
  }
}

const OWN_MISTAKES = new Set(['TypeError', 'ReferenceError', 'RangeError', 'AssertionError'])

/**
 * An error without what it may quote: database and parser messages repeat values that people typed. Only errors of the
 * program itself and of the operating system keep their words.
 */
export function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const known = error as Error & { code?: unknown; syscall?: unknown; constraint?: unknown; table?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    name: error.name,
    ...(known.code === undefined ? {} : { code: String(known.code) }),
    ...(known.table === undefined ? {} : { table: String(known.table) }),
    ...(known.constraint === undefined ? {} : { constraint: String(known.constraint) }),
    ...(OWN_MISTAKES.has(error.name) || known.syscall !== undefined ? { message: error.message } : {}),
    at: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: describe(error.cause) } : {}),
  }
}
