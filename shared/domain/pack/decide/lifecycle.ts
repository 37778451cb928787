import { MOST, textRefusal } from '../bounds.ts'
import { checksBeforeRequest } from '../checks.ts'
import { dayIn, UTC } from '../day.ts'
import type { PackFact } from '../events/index.ts'
import { isPast } from '../expiry.ts'
import { fact } from '../fact.ts'
import { fieldsOf } from '../fields.ts'
import { ownerOf } from '../owner.ts'
import { refuse } from '../refuse.ts'
import { clearedByRevert } from '../reverting.ts'
import type { PackState } from '../state.ts'
import { after, type Deciders, type DecisionContext } from './context.ts'
import { fillingPlaceholders, unfillingPlaceholders } from './custom-fields.ts'
import { erasedPeople, leaving } from './erasure.ts'
import { requestsDue } from './requests-due.ts'
import { clearingForRevert, dating } from './several-fields.ts'
import { voidLinks } from './void-links.ts'

export const decideLifecycle: Deciders<
  | 'CreatePack'
  | 'RecordBulkSendRow'
  | 'RenamePack'
  | 'RequestSignatures'
  | 'RevertToSetup'
  | 'MarkAsComplete'
  | 'TrashPack'
  | 'RestorePack'
  | 'TakeOverPack'
  | 'MovePack'
> = {
  CreatePack({ workspace, creator, kind, name, from }) {
    return textRefusal(name, MOST.name) ?? [fact('PackCreated', { workspace, creator, kind, name, from })]
  },

  RecordBulkSendRow({ bulkSend, description, row }, state) {
    if (state.bulkSend) return []
    return textRefusal(description, MOST.name) ?? [fact('MadeByBulkSend', { bulkSend, description, row })]
  },

  RenamePack({ name }, state) {
    if (name === state.name) return []
    return textRefusal(name, MOST.name) ?? [fact('PackRenamed', { name })]
  },

  RequestSignatures({ requests }, state, context) {
    if (state.kind === 'template') return refuse('template-not-sendable')
    const failed = checksBeforeRequest(state, context)[0]
    if (failed) return refuse(failed.code, { at: failed.at, ...(failed.slots ? { slots: failed.slots } : {}) })
    if (state.expiry && isPast(state.expiry, Date.parse(context.now))) return refuse('expiry-past')
    const filled = fillingPlaceholders(state)
    if ('refused' in filled) return filled
    const requested = [...datesOfSender(state, context), ...filled, fact('SignaturesRequested', { round: state.round + 1 })]
    const queued = requestsDue(after(state, requested, context), requests, 'requested')
    return 'refused' in queued ? queued : [...requested, ...queued]
  },

  RevertToSetup(_command, state) {
    if (state.status === 'complete') return refuse('revert-from-complete')
    const from = state.status === 'rejected' ? 'rejected' : 'awaiting_signatures'
    const cleared = clearedByRevert(state).map((field) => field.key)
    const reverted = [
      ...voidLinks(state, 'reverted'),
      ...clearingForRevert(cleared),
      ...unfillingPlaceholders(state),
      fact('RevertedToSetup', { from }),
      ...includedAgain(state),
    ]
    // An erased person cannot be asked again.
    return [...reverted, ...leaving(state, erasedPeople(state))]
  },

  MarkAsComplete(_command, state) {
    return [...voidLinks(state, 'marked-complete'), fact('PackCompleted', { because: 'marked-complete' })]
  },

  TrashPack(_command, state) {
    return [...voidLinks(state, 'trashed'), fact('PackTrashed', {})]
  },

  RestorePack() {
    return [fact('PackRestored', {})]
  },

  TakeOverPack({ workspace, from, to }, state) {
    return state.workspace === workspace && ownerOf(state) === from && from !== to ? [fact('PackTakenOver', { from, to })] : []
  },

  MovePack({ from, to }, state) {
    return state.workspace === from && from !== to ? [fact('PackMoved', { from, to })] : []
  },
}

/** The sender signs by sending: dates of theirs that set themselves are of the day it is where they are. */
function datesOfSender(state: PackState, { now, zone = UTC }: DecisionContext): readonly PackFact[] {
  const dated = fieldsOf(state, 'self').filter((field) => field.autoDate && !field.disabled)
  return dating(dated, 'self', dayIn(zone, Date.parse(now)), zone)
}

/** Those who were excluded are signers again, and get the final file, or none, as they were to before. */
const includedAgain = ({ signatories }: PackState): readonly PackFact[] =>
  signatories.flatMap(({ uuid, status, notified, viewingBeforeExclusion: on = notified.viewing, removed }) =>
    status === 'excluded' && on !== notified.viewing && !removed ? [fact('ViewingNotificationsSwitched', { signatory: uuid, on })] : [],
  )
