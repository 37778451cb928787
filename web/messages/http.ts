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
  unreadable: 'The server’s answer could not be read. Refresh the page and try again.',
  // A change that was shown and could not be kept: what, why, and the way on.
  lost_field: 'A change to “{label}” was not saved. {why}',
  lost_appendix: 'An error occurred while adding supporting document',
  lost_rule: 'Error updating field condition. {why}',
  lost_signatory: 'An error occurred while updating this signatory (“{label}”). {why}',
  lost_document: 'A change to the document was not saved. {why}',
  lost_waiting: 'A change waiting in this browser was not saved. {why}',
  lost_gone: 'A document you were working on was deleted. Changes that were not saved yet are lost.',
  lost_retry: 'Try again',
  not_undone: 'Somebody has changed this since, so it was not undone.',
  left_awaiting_signatures: 'Signatures were requested. The document can no longer be changed.',
  left_other: 'This document is no longer in setup.',
  left_trash: 'This document was moved to the trash.',
  workspace_elsewhere: 'You opened {name} in another tab. This tab stays in {here}.',
  workspace_closed: 'You no longer belong to {name}. You can no longer open its documents.',
  workspace_follow: 'Switch to it here',
} as const
