export const fields = {
  text: 'Text',
  date: 'Date',
  signature: 'Signature',
  initial: 'Initials',
  check: 'Tick box',
  choice: 'Choice',
  tick: 'Tick “{label}”',
  choose: 'Choose an option',
  unshowable:
    'The document cannot show {count, plural, one {this character: {characters}. Please leave it out.} other {these characters: {characters}. Please leave them out.}}',
  comb_count: '{count} of {cells, plural, one {# character} other {# characters}}',
  comb_full: 'There is room for {count, plural, one {# character} other {# characters}} here.',
  overflows: 'This is too long for its field: even in the smallest print it runs over the edge. It is kept all the same.',
  no_options: 'The sender has not given any options yet.',
  date_on_signing: 'Set to the day of signing by itself',
} as const
