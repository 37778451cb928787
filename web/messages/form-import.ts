export const form_import = {
  findings: 'What was found in the PDF',
  offer:
    '{count, plural, one {This PDF is a form with one field.} other {This PDF is a form with # fields.}} Take over those that are to be filled in here, or leave them all as the page shows them.',
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
  lead: 'Each becomes a field where the form had it.',
  lead_filled:
    'What is filled in stays on the page as it looks, unless you tick it here: then it is removed from the page and stands in the field, where it can be changed.',
  assignee: 'To be filled in by',
  nobody: 'Nobody yet',
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
  several_choices: 'In the form several options can be chosen here. This field takes one.',
  own_text: 'In the form other text can be entered here. This field takes only its options.',
  same_value: 'In the form all of these are filled in as one. Here each is filled in by itself.',
  cancel: 'Cancel',
  add: '{count, plural, one {Add one field} other {Add # fields}}',
  no_room:
    '{count, plural, one {One field would lie on another one and was left as the page shows it.} other {# fields would lie on others and were left as the page shows them.}}',
  added: '{count, plural, one {One field was added.} other {# fields were added.}}',
} as const
