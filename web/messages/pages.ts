export const pages = {
  page: 'Page {page} of {count}',
  page_failed: 'This page could not be shown. Try again.',
  retry: 'Try again',
} as const
