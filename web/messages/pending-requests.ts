export const pending_requests = {
  title: 'Waiting for your signature',
  asked: 'Asked by {owner}, {ago}',
  sign: 'Sign',
  sign_named: 'Sign {name}',
  empty_title: 'Nothing waits for you',
  empty: 'When somebody asks for your signature in this workspace, the document stands here.',
  failed: 'What waits for your signature could not be loaded.',
} as const
