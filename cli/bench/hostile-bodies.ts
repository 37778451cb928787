import { setTimeout as wait } from 'node:timers/promises'
import { atMost, type Figure, figure } from './figures.ts'
import { hostileSenders, type Outcome, type Send } from './hostile-senders.ts'
import { paper } from './paper.ts'
import { firstAccount, type Sender, type Signer, signerOf } from './person.ts'
import { newId, type Prepared, sentDocument, until, viewOf } from './prepare.ts'
import { isWell, withRealProgram } from './real-program.ts'
import { memoryOf, residentOf } from './resident.ts'

const MB = 1_048_576
const GOAL = 600 * MB
const SIGNERS = 6
/** However it goes, all have ended by then. */
const LONGEST_MS = 400_000
const LOOK_MS = 100
const ASK_MS = 2_000

/**
 * Sends the real server everything at once that could fill its memory, each body from an address of its own, so that no limit by address
 * holds it back, and reads from the system the most that the server ever held.
 */
export function hostileBodies(): Promise<readonly Figure[]> {
  return withRealProgram({ PARAPH_TRUST_PROXY: 'true' }, measured)
}

async function measured(url: string, pid: number): Promise<readonly Figure[]> {
  const sender = await firstAccount(url)
  const { documents, signers } = await signersOn(url, sender)
  const before = await memoryOf(pid, 'VmRSS')
  const workers = watchWorkers(pid)
  const end = new AbortController()
  const cancel = setTimeout(() => end.abort(), LONGEST_MS)
  try {
    const { fast, slow } = await hostileSenders({ url, sender, signers, documents })
    const held = begun(slow, end.signal)
    const outcomes = await Promise.all(begun(fast, end.signal))
    await until(
      () => statesOf(sender),
      (states) => !states.includes('converting'),
      LONGEST_MS / 1000,
    )
    end.abort()
    const all = [...outcomes, ...(await Promise.all(held))]
    refuseFailures(all)
    if (!(await isWell(url))) throw new Error('the server was not well afterwards')
    const samples = all.length
    const yardstick = { what: 'the same server before', value: before, unit: 'bytes' as const }
    const peak = await memoryOf(pid, 'VmHWM')
    return [
      figure({ name: 'hostile-bodies.peak', value: peak, unit: 'bytes', goal: atMost(GOAL), yardstick, samples }),
      figure({ name: 'hostile-bodies.workers', value: await workers.stop(), unit: 'bytes', samples }),
    ]
  } finally {
    clearTimeout(cancel)
    end.abort()
    await workers.stop()
    for (const one of [sender, ...signers]) one.close()
  }
}

const begun = (sends: readonly Send[], end: AbortSignal) => sends.map((send) => send(end))

/** What is refused is as it should be; what fails is not. */
function refuseFailures(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter((outcome) => outcome === 500).length
  if (failed > 0) throw new Error(`${failed} of ${outcomes.length} bodies were answered with 500`)
}

async function signersOn(url: string, sender: Sender): Promise<{ documents: Prepared[]; signers: Signer[] }> {
  const pdf = await paper(1)
  const documents: Prepared[] = []
  const signers: Signer[] = []
  for (let at = 0; at < SIGNERS; at++) {
    const field = { uuid: newId(), type: 'signature', page: 0, x: 60, y: 300, width: 200, height: 48 }
    const made = await sentDocument(sender, `Bench ${at}`, pdf, [field])
    documents.push(made)
    signers.push(await signerOf(url, made.link, made.pack, made.signatory))
  }
  return { documents, signers }
}

/** How far the conversion of every document is. */
async function statesOf(sender: Sender): Promise<readonly string[]> {
  // A session has so many calls a minute, and the bodies count too.
  await wait(ASK_MS)
  const { documents } = await sender.get<{ documents: readonly { key: string }[] }>('/app/documents?document_status=all')
  const views = await Promise.all(documents.map(({ key }) => viewOf(sender, key)))
  return views.flatMap(({ view }) => view.documents.map(({ conversion }) => conversion.state))
}

/** The most that the processes held together which the server started for files: what they hold is bounded, and not the server's. */
function watchWorkers(pid: number): { stop(): Promise<number> } {
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await residentOf(pid)).workers)
      await wait(LOOK_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return most
    },
  }
}
