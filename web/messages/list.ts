export const list = {
  clear_search: 'Clear the search',
  selected: '{count, plural, one {# selected} other {# selected}}',
  select_all: 'Select all {count}',
  bulk: 'Actions for the selection',
  clear_selection: 'Clear the selection',
  load_failed: 'The list could not be loaded. Nothing is lost.',
  more_failed: 'More rows could not be loaded. Try again.',
} as const
