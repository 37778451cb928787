export const pending_requests = {
  title: 'Waiting for your signature',
  asked: 'Asked by {owner}, {ago}',
  sign: 'Sign',
  sign_named: 'Sign {name}',
  empty_title: 'Nothing to sign',
  empty: 'Documents of this workspace that need your signature appear here.',
  failed: 'The documents waiting for your signature could not be loaded. Try again.',
} as const
