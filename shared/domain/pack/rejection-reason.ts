export const REASON_NOT_SPECIFIED = 'Rejection reason not specified. Please contact the signer for further details.'

export function reasonGiven(reason: string): string {
  return reason.trim() || REASON_NOT_SPECIFIED
}
