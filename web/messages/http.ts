/** What goes wrong between this page and the server (specification file 3, section 8). */
export const http = {
  /** Where a refusal has no words of its own (reading 44). */
  generic: 'Error, please try again.',
  server_error: 'An error occurred, please try again',
  unauthorised: 'You do not have authorization to perform this action.',
  offline: 'It appears your internet is down. Hang on while we try to reconnect...',
  back_online: 'You are connected again.',
  updated: 'Paraph has been updated.',
  refresh: 'Refresh the page',
  other_user: 'You have been logged out of your previous session',
  unreadable: 'The answer of the server could not be read. Refresh the page and try again.',
  // A change that was shown and could not be kept: what, why, and the way on.
  lost_field: 'A change to “{label}” was not kept. {why}',
  lost_appendix: 'An error occurred while adding supporting document',
  lost_signatory: 'An error occurred while updating this signatory (“{label}”). {why}',
  lost_document: 'A change to the document was not kept. {why}',
  lost_waiting: 'A change that was waiting in this browser was not kept. {why}',
  lost_gone: 'A document you were working on is gone, and with it what was still to be saved there.',
  lost_retry: 'Try again',
  not_undone: 'Somebody has changed this since, so it stays as they left it.',
  left_awaiting_signatures: 'The signatures have been requested: it can no longer be set up.',
  left_other: 'This document is no longer being set up.',
  left_trash: 'This document was moved to the trash.',
  workspace_elsewhere: 'You went to {name} in another tab. This tab stays in {here}.',
  workspace_closed: 'You no longer belong to {name}. What is in it is not open to you any more.',
  workspace_follow: 'Go there too',
} as const
