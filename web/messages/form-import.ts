export const form_import = {
  findings: 'Found in the PDF',
  offer:
    '{count, plural, one {This PDF is a form with one field.} other {This PDF is a form with # fields.}} Convert those that signers fill in here, or leave them all as they look.',
  review: 'Review fields',
  leave: 'Leave them',
  dismiss: 'Dismiss',
  signed:
    '{count, plural, one {This PDF was signed before. Preparing a copy invalidates that signature} other {This PDF was signed # times before. Preparing a copy invalidates those signatures}}; the original travels along, attached to the sealed file.',
  portfolio:
    '{count, plural, =0 {This PDF is a portfolio. Its attached documents are not pages.} one {This PDF is a portfolio. Its attached document is not a page.} other {This PDF is a portfolio. Its # attached documents are not pages.}} Upload each one to have it signed.',
  claims:
    'This PDF conforms to {standards}. With fields and a seal it no longer does, so the sealed file does not claim it. Keep the original if you need it.',
  other_standard: 'a standard',
  failed: 'The form fields could not be read. Please try again.',
  title: 'Form fields of this PDF',
  lead: 'Each becomes a field in the same place.',
  lead_filled:
    'Existing entries stay on the page as they look. Tick a field to move its entry into the new field, where it can be changed.',
  assignee: 'Signer',
  nobody: 'Choose a signer',
  yourself: 'You',
  all: '{count, plural, one {The one field} other {All # fields}}',
  page: 'page {page}',
  required: 'required',
  multiline: 'several lines',
  comb: '{count} characters',
  options: '{count, plural, one {one option} other {# options}}',
  one_of: 'one of {options}',
  places: 'in {count} places',
  longest: 'up to {count} characters',
  holds: 'holds “{text}”',
  filled: 'filled in',
  several_choices: 'The form allows several options here. This field takes one.',
  own_text: 'The form allows other text here. This field takes only its options.',
  same_value: 'The form fills these in together. Here each one is filled in separately.',
  cancel: 'Cancel',
  add: '{count, plural, one {Add one field} other {Add # fields}}',
  no_room:
    '{count, plural, one {One field would overlap another and was left out.} other {# fields would overlap others and were left out.}}',
  added: '{count, plural, one {One field was added.} other {# fields were added.}}',
} as const
