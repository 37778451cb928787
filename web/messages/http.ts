/** What goes wrong between this page and the server (specification file 3, section 8). */
export const http = {
  server_error: 'An error occurred, please try again',
  unauthorised: 'You do not have authorization to perform this action.',
  offline: 'It appears your internet is down. Hang on while we try to reconnect...',
  back_online: 'You are connected again.',
  updated: 'Paraph has been updated.',
  refresh: 'Refresh the page',
  other_user: 'You have been logged out of your previous session',
  unreadable: 'The answer of the server could not be read. Refresh the page and try again.',
} as const
