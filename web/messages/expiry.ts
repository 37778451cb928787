export const expiry = {
  date: 'Expiry date',
  date_hint: 'The request can be signed until the end of this day. Leave it empty for no end.',
  date_past: 'This day has passed. Choose today or a later day.',
  reminder: 'Reminder before it',
  reminder_none: 'None',
  reminder_days: '{days, plural, one {# day} other {# days}} before',
  title: 'Expiry date',
  lead: 'Signers who have not finished keep their links and can sign until the end of the day you choose.',
  save: 'Save',
  saved: 'The request can be signed until the end of {day}.',
  removed: 'The request no longer expires.',
  failed: 'The expiry date was not saved. Please try again.',
} as const
