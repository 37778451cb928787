/** What a worker is given to carry out a dry run. */
export interface DryRunData {
  readonly bulkSend: string
  readonly report: string
}
export const DRY_RUN_QUEUE = 'dry-run'
export const dryRunJobKey = (report: string): string => `dry-run:${report}`
