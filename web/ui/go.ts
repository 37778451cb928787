/** Leads to a place within the page: `go('documents')`. Places are hash routes, so a plain link does the same. */
export const go = (route: string): void => {
  location.hash = route
}
export const hrefOf = (route: string): string => `#${route}`
/** Where anybody checks a sealed file. */
export const VERIFY_PAGE = '/verify'
