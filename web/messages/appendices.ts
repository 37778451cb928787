/** Supporting documents, wherever they are read. */
export const appendices = {
  title: 'Supporting documents',
  title_count: '{count, plural, one {# supporting document} other {# supporting documents}}',
  attached: 'Uploaded by a signer or the sender',
  download: 'Download {name}',
  download_failed: 'This could not be downloaded. Please try again.',
  all: 'Everybody',
  signatories: 'Signers',
  cc_recipients: 'Copy recipients',
  team: 'Team members',
} as const
