/** User-defined attributes of a document. */
export const customFields = {
  title: 'Custom fields',
  hint: 'Facts about this document, such as a client’s number. The name, the subject and the message can name them as {example}. Type {keys} there to choose one.',
  add: 'Add a custom field',
  new_name: 'Custom field {number}',
  name: 'Name',
  value: 'Value',
  copied: 'Copied from what this document was made from.',
  from_row: 'From row {row} of the bulk send “{name}”.',
  required: 'Required',
  hide: 'Hide {name}',
  show: 'Show {name}',
  remove: 'Remove {name}',
  removed: '{name} was removed.',
  undo: 'Undo',
  copy: 'Copy {placeholder}',
  renamed: 'The name, the subject or the message still names {before}. Write {after} there.',
  with_hidden: '{count, plural, one {Show # hidden one} other {Show # hidden ones}}',
  without_hidden: '{count, plural, one {Leave out # hidden one} other {Leave out # hidden ones}}',
} as const
export const completion = {
  label: 'Custom fields',
  offered:
    '{count, plural, one {# custom field. Choose it with Enter.} other {# custom fields. Choose one with the arrow keys and Enter.}}',
} as const
