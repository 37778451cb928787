import type { Deliveries, Result, Waiting } from '#platform/webhooks'

interface Row extends Waiting {
  state: Result['state']
  tries: number
}
interface Lane {
  due: number
}

/** The tables of deliveries as the product's statements leave them, without SQL: each method is one transaction. */
export function deliveryTable(now: () => number) {
  const endpoints = new Map<string, string>()
  const cursors = new Map<string, number>()
  const rows = new Map<string, Row & { readonly application: string }>()
  const lanes = new Map<string, Lane & { readonly application: string; readonly document: string }>()
  const waitingIn = (application: string, document: string) =>
    [...rows.values()].filter((row) => row.application === application && row.document === document && row.state === 'waiting')
  const dueNow = () => [...lanes.values()].filter(({ due }) => due <= now())

  const table = {
    announce: async () => undefined,
    announceChange: async () => undefined,
    async register(application: string, workspace: string, position: number) {
      endpoints.set(application, workspace)
      if (!cursors.has(application)) cursors.set(application, position)
    },
    registered: async () => [...endpoints].map(([application, workspace]) => ({ application, workspace })),
    forget: async (application: string) => void endpoints.delete(application),
    cursor: async (application: string) => cursors.get(application) ?? null,
    async enqueue(application, { workspace, from, to }, entries) {
      if (cursors.get(application) !== from) return false
      cursors.set(application, to)
      for (const { id, document, ...entry } of entries) {
        rows.set(`${application} ${id}`, { ...entry, application, workspace, entry: id, document, tries: 0, state: 'waiting' })
        const lane = `${application} ${document}`
        if (!lanes.has(lane)) lanes.set(lane, { application, document, due: now() })
      }
      return true
    },
    due: async () => [...new Set(dueNow().map(({ application }) => application))],
    dueLanes: async (application, busy, limit) =>
      dueNow()
        .filter((lane) => lane.application === application && !busy.includes(lane.document))
        .sort((a, b) => a.due - b.due)
        .slice(0, limit)
        .map(({ document }) => document),
    head: async (application, document) =>
      waitingIn(application, document).sort((a, b) => (a.position ?? 0) - (b.position ?? 0))[0] ?? null,
    async record(application, { entry, document, tries }, _attempt, result) {
      const row = rows.get(`${application} ${entry}`)
      if (row?.state !== 'waiting' || row.tries !== tries) return false
      rows.set(`${application} ${entry}`, { ...row, state: result.state, tries: tries + 1 })
      const lane = lanes.get(`${application} ${document}`)
      if (lane && result.state === 'waiting') lane.due = result.due
      return true
    },
    async closeLane(application, document) {
      if (waitingIn(application, document).length === 0) lanes.delete(`${application} ${document}`)
    },
    failingSince: async () => null,
    sweep: async () => undefined,
  } satisfies Partial<Deliveries>
  /** When the next lane is due, in Unix milliseconds. */
  const nextDue = () => Math.min(Number.POSITIVE_INFINITY, ...[...lanes.values()].map(({ due }) => due))
  return Object.assign(Object.create({ nextDue }) as { nextDue(): number }, table)
}
