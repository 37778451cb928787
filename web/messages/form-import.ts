export const form_import = {
  findings: 'What was found in the PDF',
  offer:
    '{count, plural, one {This PDF is a form with one empty field.} other {This PDF is a form with # empty fields.}} Take them over as fields to fill in, or leave them as the page shows them.',
  review: 'Review fields',
  leave: 'Leave them',
  dismiss: 'Dismiss',
  signed:
    '{count, plural, one {This PDF was signed before. Preparing a copy invalidates that signature} other {This PDF was signed # times before. Preparing a copy invalidates those signatures}}; the original travels along, attached to the sealed file.',
  portfolio:
    '{count, plural, =0 {This PDF is a portfolio: papers attached to it are not pages.} one {This PDF is a portfolio: the paper attached to it is not a page.} other {This PDF is a portfolio: the # papers attached to it are not pages.}} Upload each on its own to have it signed.',
  claims:
    'This PDF says that it conforms to {standards}. With fields and a seal it no longer would, so the sealed file does not say so. If you need the original as it is, keep it.',
  other_standard: 'a standard',
  failed: 'The form fields could not be read. Please try again.',
  title: 'Form fields of this PDF',
  lead: 'Each becomes a field where the form had it. What is filled in already stays on the page as it looks.',
  assignee: 'To be filled in by',
  nobody: 'Nobody yet',
  yourself: 'You',
  all: '{count, plural, one {The one field} other {All # fields}}',
  page: 'page {page}',
  required: 'required',
  multiline: 'several lines',
  comb: '{count} characters',
  options: '{count, plural, one {one option} other {# options}}',
  cancel: 'Cancel',
  add: '{count, plural, one {Add one field} other {Add # fields}}',
  added: '{count, plural, one {One field was added.} other {# fields were added.}}',
} as const
