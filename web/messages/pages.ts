export const pages = {
  page: 'Page {page} of {count}',
  page_failed: 'This page could not be shown.',
  retry: 'Try again',
} as const
