export const billing = {
  title: 'Billing',
  lead: 'What {workspace} uses. This installation charges nothing for documents or members.',
  members: 'Members',
  documents: 'Documents',
  templates: 'Templates',
  load_failed: 'The figures could not be loaded.',
  pricing: 'See prices',
} as const
