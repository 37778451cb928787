import type { StoredEvent } from '#domain/kernel'
import { streamOfPack } from '#domain/pack'
import { streamOfWorkspace } from '#domain/workspace'
import type { AnchorStore } from '#processes/anchoring'
import { startOfWalk, walkEvents } from '../../../processes/guard/events.ts'
import type { Ceremony } from '../ceremony/index.ts'
import type { Network } from '../client.ts'
import type { Environment } from '../environment.ts'
import type { Held } from '../final-audit.ts'
import { checkAcknowledged } from './acknowledged.ts'
import { checkArranged } from './arranged.ts'
import { checkBulkSend } from './bulk-sends.ts'
import { checkChain } from './chain.ts'
import { checkChosen } from './chosen.ts'
import { checkConversions } from './conversions.ts'
import { checkCopied } from './copied.ts'
import { checkDepending } from './depending.ts'
import { checkEnd, checkFiles, checkOwned } from './end.ts'
import { checkErased } from './erased.ts'
import { checkExcluded } from './excluded.ts'
import { checkExpiry } from './expiry.ts'
import { type Folded, fold, storedFactByFact } from './folded.ts'
import { checkGrouped } from './grouped.ts'
import type { Guard } from './guard.ts'
import { checkHeld } from './held.ts'
import { checkKept, isDeletion } from './kept.ts'
import { checkLife } from './life.ts'
import { checkLinks } from './links.ts'
import { checkMails } from './mails.ts'
import { checkMoved } from './moved.ts'
import { checkNamed } from './named.ts'
import { checkOrder } from './order.ts'
import { checkPromises } from './promised.ts'
import { checkProofs } from './proofs.ts'
import { checkReminders } from './reminders.ts'
import { checkReplicated } from './replicated.ts'
import { checkCounts, checkGone, checkRows } from './rows.ts'
import { checkSeen } from './seen.ts'
import { checkShownOut } from './shown-out.ts'
import { checkSigners } from './signers.ts'
import { checkSupporting } from './supporting.ts'
import { checkTeam } from './team.ts'
import { checkView } from './view.ts'
import { checkVisited } from './visited.ts'

export { type Guard, watchOver } from './guard.ts'

const NO_ANCHORS = { anchoredAt: async () => [] } as unknown as AnchorStore

/** Whatever happened, nobody changed the log or what is sealed in it. */
async function falseAlarms({ log, keys }: Environment): Promise<readonly string[]> {
  const walked = startOfWalk()
  const alarms: string[] = []
  for await (const page of walkEvents({ log, keys, anchors: NO_ANCHORS }, walked)) alarms.push(...page.map(({ words }) => words))
  return alarms
}

/** Everything that must be true when all has come to rest, judged from the log's own bytes and from what people hold in hand. */
export async function violationsOf(
  house: Environment,
  ceremonies: readonly Ceremony[],
  {
    acknowledged,
    leftOpen,
    glances,
    served: servedPages,
    promises: { acts },
  }: Pick<Network, 'acknowledged' | 'leftOpen' | 'glances' | 'served' | 'promises'>,
  guard: Guard,
  held: readonly Held[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const alarm of await falseAlarms(house)) wrong.push(`the guard found what nobody did: ${alarm}`)
  for (const ceremony of ceremonies) {
    const say = (what: string) => void wrong.push(`${ceremony.plan.name} (${ceremony.plan.course}, ${ceremony.plan.order}): ${what}`)
    const stored = await house.log.read(streamOfPack(ceremony.pack), 0n, 100_000)
    for (const wrong of ceremony.wrong) say(wrong)
    await checkTeam(ceremony, house, say)
    if (ceremony.stuck) say(`somebody waited in vain for ${ceremony.stuck}`)
    const workspace = await house.log.read(streamOfWorkspace(ceremony.workspace), 0n, 100_000)
    checkKept(ceremony, stored, workspace, house, say)
    const gone = workspace.some((event) => isDeletion(event, ceremony.pack))
    if (ceremony.answers.deleted && !gone) say('it was deleted for good, and nothing says so')
    const heldHere = held.filter(({ pack }) => pack === ceremony.pack)
    await checkCopied(ceremony, house, say)
    checkBulkSend(ceremony, house, say)
    if (ceremony.answers.clearedAway) {
      const template = { ...ceremony, pack: ceremony.template! }
      await checkGone(template, await house.log.read(streamOfPack(template.pack), 0n, 100_000), house, [], (what) =>
        say(`of its template: ${what}`),
      )
    }
    if (gone) {
      await checkGone(ceremony, stored, house, heldHere, say)
      continue
    }
    checkChain(stored, say)
    const facts = storedFactByFact(stored)
    checkLife(ceremony, facts, say)
    checkConversions(ceremony, facts, say)
    checkLinks(stored, say)
    checkShownOut(ceremony, servedPages.values(), stored, say)
    let folded: Folded
    // As before anybody's data was deleted: earlier acknowledgements, views and promises are judged by that.
    let whole: Folded
    try {
      folded = await fold(stored, house.keys)
      whole = erasedIn(stored) ? await fold(stored, house.keysAsMade) : folded
    } catch (error) {
      say(`its events can't be read: ${(error as Error).message}`)
      continue
    }
    checkAcknowledged(
      acknowledged.filter(({ pack }) => pack === ceremony.pack),
      whole,
      say,
    )
    const done = acts.filter(({ pack }) => pack === ceremony.pack)
    checkPromises(ceremony, done, whole, house, say)
    checkChosen(ceremony, done, whole, house, say)
    checkArranged(ceremony, done, whole, house, say)
    checkEnd(ceremony, whole, house, say)
    checkFiles(ceremony, folded, house, say)
    checkSupporting(ceremony, folded, house, say)
    await checkProofs(ceremony, whole, house, say)
    checkMails(ceremony, whole, house, say)
    checkNamed(ceremony, whole, house, say)
    checkOrder(whole, say)
    checkReplicated(ceremony, whole, say)
    checkDepending(ceremony, whole, say)
    checkGrouped(ceremony, whole, say)
    checkExcluded(ceremony, whole, house, say)
    await checkMoved(ceremony, house, say)
    checkSigners(folded, say)
    checkSeen(ceremony, whole, house, say)
    checkVisited(
      glances.filter(({ pack }) => pack === ceremony.pack),
      whole,
      house,
      say,
    )
    checkReminders(whole, house, say)
    checkExpiry(whole, house, say)
    await checkErased(ceremony, folded, house, heldHere, say)
    checkHeld(heldHere, folded, say)
    checkRows(ceremony, stored, folded, house, say)
    for (const shown of [...guard.watchers, ...leftOpen]) if (shown.pack === ceremony.pack) checkView(ceremony, shown, folded, say)
  }
  checkOwned(house, (what) => void wrong.push(what))
  checkCounts(house, (what) => void wrong.push(what))
  return wrong
}

const erasedIn = (stored: readonly StoredEvent[]) => stored.some(({ type }) => type === 'PersonErased')
