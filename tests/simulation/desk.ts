import { documentRecord, fieldRecords, signatoryRecord } from '#contract/documents'
import { isProblem, type Problem } from '../../command-api/edge/problem.ts'
import { foreignFiles } from '../../command-api/fields/foreign-files.ts'
import { saveFields } from '../../command-api/fields/save-fields.ts'
import { commandsOfDocument } from '../../command-api/pack/diff-document.ts'
import { commandsOfSignatory } from '../../command-api/pack/diff-signatories.ts'
import { contextOf, type PackDone } from '../../command-api/pack/packs.ts'
import { refusalOf } from '../../web/live/answers.ts'
import type { SaveCall } from '../../web/live/pending.ts'
import type { RefusedRecord, SaveAnswer } from '../../web/live/saver.ts'
import { acknowledge, attempt, knownOf, type Network, requestOf } from './client.ts'
import type { Host } from './host.ts'
import { enterAs, type Person } from './person.ts'
import { COUNTRY, type Server } from './server.ts'

interface Saved {
  readonly done: PackDone
  readonly refused: readonly RefusedRecord[]
}

/** One try to save by one server, as the specification's calls do. No answer is no answer: the page tries again by itself. */
export async function saveCall(network: Network, tab: Host, caller: Person, pack: string, call: SaveCall): Promise<SaveAnswer> {
  const known = network.asked.get(call.id) ?? knownOf(network, pack)
  network.asked.set(call.id, known)
  const answer = await attempt(network, (server) => saveAt(server, tab, caller, pack, call))
  if (answer && 'done' in answer) {
    const what = `saving a ${call.kind}`
    acknowledge(network, caller, answer.done, { pack, key: call.id, what, facts: null, seen: null, known })
  }
  // A page that is gone hears nothing.
  if (!tab.alive) return new Promise(() => undefined)
  if (answer === null) return { answer: 'failed', offline: true }
  if (isProblem(answer)) return refusalOf({ ...answer, at: answer.at ?? [] })
  return { answer: 'saved', revision: answer.done.revision, refused: answer.refused }
}

async function saveAt(server: Server, tab: Host, person: Person, pack: string, call: SaveCall): Promise<Saved | Problem> {
  const { id, kind, keys } = call
  const { packs, services } = server
  const { world } = server.machine
  const body: unknown = JSON.parse(JSON.stringify(call.body))
  const request = requestOf(server, `${kind}/${pack}`, id, body)
  const isWaiting = request.isWaitedFor
  request.isWaitedFor = () => tab.alive && isWaiting()
  const place = await enterAs(server, person, kind === 'document' ? keys[0]! : pack)
  if (isProblem(place)) return place
  if (kind === 'field') {
    const context = await contextOf(place.caller, request, { world, config: { defaultCountry: COUNTRY } })
    const records = fieldRecords.parse(body)
    const foreign = await foreignFiles(services, place, records)
    const saved = await saveFields(packs, { place, request, records, foreign, context: () => context })
    if (isProblem(saved)) return saved
    return { done: saved.done, refused: [...saved.refused].map(([uuid, { code, message }]) => ({ uuid, code, message })) }
  }
  const done = await packs.change({
    on: place,
    request,
    plan: (state) =>
      kind === 'signatory'
        ? commandsOfSignatory(signatoryRecord.parse(body), state, world.ids.next)
        : commandsOfDocument(documentRecord.parse(body), state, place.child, world.ids.next),
  })
  return isProblem(done) ? done : { done, refused: [] }
}
