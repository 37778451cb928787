import { createHash } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A request's id, which its answer says in `x-request-id`, is the trace's without its dashes; any other correlation is digested. */
export const traceOf = (correlation: string): string =>
  UUID.test(correlation) ? correlation.replaceAll('-', '') : createHash('sha256').update(correlation).digest('hex').slice(0, 32)

/** Of the span that a trace begins with: known to every process that knows the correlation. */
export const rootOf = (correlation: string): string => createHash('sha256').update(`root ${correlation}`).digest('hex').slice(0, 16)
