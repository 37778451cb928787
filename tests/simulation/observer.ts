import type { VisitReport } from '#contract/retention'
import type { Signer } from '../../command-api/edge/caller.ts'
import { isProblem } from '../../command-api/edge/problem.ts'
import { observeVisit } from '../../command-api/pack/observe-visit.ts'
import { type Answered, visitReporter } from '../../web/features/signing/visit-reporter.ts'
import { attempt, type Network, requestOf } from './client.ts'
import type { Host } from './host.ts'
import { enterAs } from './person.ts'
import { isThing, type SampledView, seenIn } from './sampled-view.ts'

/** A signer's page, as far as it notices where they look. */
export interface Observer {
  page(document: string, page: number): void
  field(field: string | null): void
  away(is: boolean): void
  /** The page is closed. */
  close(): void
  /** It is not for them any more. */
  end(): void
}

/** The real page's own reporter, over lines that lose what they carry. */
export function openObserver(network: Network, machine: Host, caller: Signer): Observer {
  const { pack, signatory } = caller
  const { scheduler } = network.house
  const mine: SampledView[] = []
  const by = network.newId()

  async function tell(report: VisitReport): Promise<Answered> {
    const key = network.newId()
    const recorded = await attempt(network, async (server) => {
      const request = requestOf(server, pack, key, report)
      const place = await enterAs(server, caller, pack)
      return isProblem(place) ? place : observeVisit(server, place, request, report)
    })
    if (!machine.alive) return new Promise(() => undefined)
    if (recorded === null) return 'failed'
    if (isProblem(recorded)) return recorded.status === 503 ? 'failed' : 'over'
    const { before } = report.told!
    for (const glance of mine.slice(before, before + report.moments.length)) glance.recorded = recorded
    return recorded ? 'recorded' : 'over'
  }
  const reporter = visitReporter({ by, time: { now: machine.world.clock.now, after: machine.after }, tell })
  const once = new Set<string>()

  function notice(seen: string): void {
    if (once.has(seen)) return
    if (isThing(seen)) once.add(seen)
    const glance = { pack, signatory, by, seen, at: scheduler.now(), recorded: false }
    mine.push(glance)
    network.glances.push(glance)
  }
  return {
    page(document, page) {
      notice(seenIn({ what: 'page', document, page, brought: 'person', ago: 0 }))
      reporter.page(document, page, 'person')
    },
    field(field) {
      if (field !== null) notice(seenIn({ what: 'field', field, ago: 0 }))
      reporter.field(field)
    },
    away(is) {
      notice(is ? 'paused' : 'back')
      reporter.away(is)
    },
    close: () => void reporter.flush(),
    end: reporter.end,
  }
}
