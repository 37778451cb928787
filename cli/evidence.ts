import type { AnchorsNow } from '#contract/evidence'
import { ANCHORS_STREAM, anchors } from '#domain/anchors'
import { disclosed } from '#domain/kernel'
import { packOfStream } from '#domain/pack'
import { workspace as workspaceAggregate, workspaceOfStream } from '#domain/workspace'
import type { Certificate } from '#pdf/verification'
import type { CommandHandler } from '#platform/command-handler'
import { anchoredTo, type EventLog } from '#platform/event-log'
import type { Turn } from '#platform/ownership'
import { pausesOf } from '#platform/ports'
import type { SubjectKeys } from '#platform/subject-keys'
import {
  type AnchorStore,
  anchorProof,
  outsideFile,
  postgresAnchorStore,
  startAnchoring,
  type TimestampAuthority,
} from '#processes/anchoring'
import {
  type Finding,
  type Guard,
  guardMail,
  NO_REPORT_YET,
  postgresGuardMemory,
  postgresRoundsAsked,
  stampCheck,
  startGuard,
  statusOf,
  storedFiles,
} from '#processes/guard'
import { outsidePaths } from './data-folder.ts'
import type { Foundation } from './foundation.ts'

export interface EvidenceParts {
  readonly foundation: Foundation
  readonly log: EventLog
  /** The same without a memory, for the guard. */
  readonly logAsStored: EventLog
  readonly keys: SubjectKeys
  readonly handler: CommandHandler
  readonly authority: TimestampAuthority | null
  /** Whose timestamps this installation ever took. */
  authorities(): Promise<readonly Certificate[]>
  administratorsOf(workspace: string): Promise<readonly { readonly user: string; readonly email: string }[]>
}

/** Anchors and guard: what makes a changed past known. `start` only where the processes run; the rest may be asked anywhere. */
export function evidence(parts: EvidenceParts) {
  const { foundation, log, logAsStored, keys, handler, authority, authorities } = parts
  const { pool, configuration, dataDir, world, files, onClose } = foundation
  const store: AnchorStore = postgresAnchorStore(pool)
  const memory = postgresGuardMemory(pool)
  const asked = postgresRoundsAsked(pool)
  let guard: Guard | null = null
  /** Whether this process is the one that walks. */
  let walks = () => false
  async function report() {
    // This first: what has ended by now is in the report.
    const { asked: all, answered } = await asked.read()
    const found = (walks() ? guard?.report() : null) ?? (await memory.read())?.report ?? NO_REPORT_YET
    return { ...found, checking: all > answered }
  }
  return {
    store,
    start(turnOf: (name: string) => Turn) {
      const outside = outsideFile(outsidePaths(configuration, dataDir).anchors)
      const { anchorEveryMs: everyMs } = configuration.evidence
      const reachOf = (anchor: { readonly number: number; readonly upTo: string }) => anchoredTo(pool, anchor)
      const anchoring = startAnchoring({ log, handler, store, outside, authority, world, everyMs, reachOf, turn: turnOf('anchoring') })
      onClose(() => anchoring.stop())
      const { guardRoundMs: roundMs } = configuration.evidence
      const stored = storedFiles(pool)
      const wrongStamp = stampCheck(authorities)
      const alarm = (findings: readonly Finding[]) => tell(parts, findings)
      const turn = turnOf('guard')
      walks = turn.isMine
      const watching = startGuard({
        log: logAsStored,
        keys,
        anchors: store,
        outside,
        wrongStamp,
        stored,
        files,
        world,
        roundMs,
        memory,
        asked,
        alarm,
        turn,
      })
      onClose(() => watching.stop())
      guard = watching
      return { anchoring, guard: watching, status: () => [anchoring.status(), watching.status()] }
    },
    anchorsNow: () => anchorsNow(parts),
    proofOf: (stream: string) => anchorProof(log, store, stream),
    report,
    async checkNow() {
      const own = await asked.ask()
      guard?.hear()
      const { pause } = pausesOf(world.timers)
      for (let waited = 0, step = 25; waited < WAITS_MS && (await asked.read()).answered < own; waited += step) {
        step = Math.min(step * 2, 500)
        await pause(step)
      }
      return report()
    },
    statusOf,
  }
}

/** A page waits half a minute for an answer. What takes longer it asks after. */
const WAITS_MS = 10_000

async function anchorsNow({ handler, authority, foundation }: EvidenceParts): Promise<AnchorsNow> {
  const { last, untimed } = (await handler.load(ANCHORS_STREAM, anchors)).state
  return {
    authority: authority !== null,
    every_minutes: foundation.configuration.evidence.anchorEveryMs / 60_000,
    last: last && {
      number: last.number,
      date: last.time,
      root: last.root,
      size: last.size,
      timestamped: authority !== null && !untimed.some(({ number }) => number === last.number),
    },
    waiting: authority === null ? 0 : untimed.length,
  }
}
export type Evidence = ReturnType<typeof evidence>

/** By mail, to the administrators of the document's workspace; what belongs to no document goes to those of the first workspace. */
async function tell({ foundation, log, administratorsOf }: EvidenceParts, findings: readonly Finding[]): Promise<void> {
  const [oldest] = (await log.readAll('', 1, { streamPrefixes: workspaceAggregate.streams })).events
  const first = oldest && workspaceOfStream(oldest.event.stream)
  const concerned = new Map<string, Finding[]>()
  for (const finding of findings) {
    const workspace = (await workspaceOf(log, finding.where)) ?? first
    if (workspace) concerned.set(workspace, [...(concerned.get(workspace) ?? []), finding])
  }
  for (const [workspace, found] of concerned) {
    for (const { user, email } of await administratorsOf(workspace)) {
      await foundation.mailer.send(guardMail(found, { user, email, publicUrl: foundation.configuration.publicUrl, workspace }))
    }
  }
}

async function workspaceOf(log: Pick<EventLog, 'read'>, stream: string): Promise<string | null> {
  const own = workspaceOfStream(stream)
  if (own !== null || packOfStream(stream) === null) return own
  const workspace = (await log.read(stream, 0n, 1))[0]?.data.workspace
  return typeof workspace === 'string' ? disclosed(workspace, null) : null
}
