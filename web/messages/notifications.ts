export const notifications = {
  title: 'Notifications',
  bell: 'Notifications',
  bell_unread: 'Notifications, {count} unread',
  mark_all: 'Mark all as read',
  mark: 'Mark as read',
  unread: 'Unread',
  close: 'Close',
  earlier: 'Show earlier ones',
  empty_title: 'Nothing to tell yet',
  empty: 'When somebody signs or declines, a mail does not arrive, or a sealed document is ready, you read it here.',
  load_failed: 'Your notifications could not be loaded.',
  not_marked: 'This could not be marked as read. Please try again.',
} as const
