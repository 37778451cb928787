import type { TopicFact } from '../events/index.ts'
import { signatoryOf } from '../signatories.ts'
import { groupsOf } from '../signer-groups.ts'
import type { PackState, Signatory, SignerGroup } from '../state.ts'
import { changeCopyRecipient, changeSignatory, type When } from './change.ts'

export function evolveSignatories(state: PackState, { type, data }: TopicFact<'signatories'>, when: When): PackState {
  switch (type) {
    case 'SignatoryAdded':
      return lastInOrder({ ...state, signatories: [...state.signatories, added(data.signatory, data.role, when.time)] }, data.signatory)
    case 'SignatoryRoleChanged':
      return changeSignatory(state, data.signatory, { role: data.role }, when)
    case 'SignatoryNamed':
      return changeSignatory(state, data.signatory, { name: data.name }, when)
    case 'SignatoryEmailChanged':
      return changeSignatory(state, data.signatory, { email: data.email }, when)
    case 'SignatoryMobileChanged':
      return changeSignatory(state, data.signatory, { mobile: data.mobile }, when)
    case 'SignatoryChannelChanged':
      return changeSignatory(state, data.signatory, { channel: data.channel }, when)
    case 'SignatoryLinkedToUser':
      return changeSignatory(state, data.signatory, { user: data.user }, when)
    case 'SignatoryMadeOptional':
      return changeSignatory(state, data.signatory, { optional: true }, when)
    case 'SignatoryMadeMandatory':
      return changeSignatory(state, data.signatory, { optional: false }, when)
    case 'SigningNotificationsSwitched':
      return withNotified(state, data.signatory, { signing: data.on }, when)
    case 'ViewingNotificationsSwitched':
      return withNotified(state, data.signatory, { viewing: data.on }, when)
    case 'SignatorySetUp':
      return changeSignatory(state, data.signatory, { setUpBy: data.by }, when)
    case 'SignatoryRemoved':
      return changeSignatory(state, data.signatory, { removed: true }, when)
    case 'SignatoryRestored':
      return lastInOrder(changeSignatory(state, data.signatory, { removed: false }, when), data.signatory)
    case 'SignerGroupAdded': {
      const group = { uuid: data.group, name: data.name, created: when.time }
      const { at = groupsOf(state).length } = data
      const groups = [...groupsOf(state).slice(0, at), group, ...groupsOf(state).slice(at)]
      const { groupsKnown: known } = state
      const groupsKnown = known && !known.includes(data.group) ? [...known, data.group] : known
      return lastInOrder({ ...state, groups, ...(groupsKnown && { groupsKnown }) }, data.group)
    }
    case 'SignerGroupNamed':
      return withGroups(
        state,
        groupsOf(state).map((group) => (group.uuid === data.group ? { ...group, name: data.name } : group)),
      )
    case 'SignerGroupRemoved': {
      // Without it they are signatories by themselves, one after another.
      const steps = state.steps.flatMap((step) =>
        step.includes(data.group) ? step.filter((uuid) => uuid !== data.group).map((uuid) => [uuid]) : [step],
      )
      const groupsKnown = state.groupsKnown ?? groupsOf(state).map(({ uuid }) => uuid)
      return withGroups(
        { ...state, steps, groupsKnown },
        groupsOf(state).filter(({ uuid }) => uuid !== data.group),
      )
    }
    case 'SigningOrderChanged':
      return { ...state, steps: data.steps }
    case 'CopyRecipientAdded': {
      const recipient = { uuid: data.recipient, name: '', email: '', mobile: '', removed: false, copy: 'none' } as const
      return { ...state, copyRecipients: [...state.copyRecipients, recipient] }
    }
    case 'CopyRecipientNamed':
      return changeCopyRecipient(state, data.recipient, { name: data.name })
    case 'CopyRecipientEmailChanged':
      return changeCopyRecipient(state, data.recipient, { email: data.email })
    case 'CopyRecipientMobileChanged':
      return changeCopyRecipient(state, data.recipient, { mobile: data.mobile })
    case 'CopyRecipientRemoved':
      return changeCopyRecipient(state, data.recipient, { removed: true })
    default:
      return type satisfies never
  }
}

/** A signatory or a group that no step names yet signs last, alone. */
function lastInOrder(state: PackState, uuid: string): PackState {
  return state.steps.some((step) => step.includes(uuid)) ? state : { ...state, steps: [...state.steps, [uuid]] }
}

function withGroups({ groups: _, ...state }: PackState, groups: readonly SignerGroup[]): PackState {
  return groups.length === 0 ? state : { ...state, groups }
}

function withNotified(state: PackState, uuid: string, changed: Partial<Signatory['notified']>, when: When): PackState {
  const held = signatoryOf(state, uuid)
  return held ? changeSignatory(state, uuid, { notified: { ...held.notified, ...changed } }, when) : state
}

function added(uuid: string, role: Signatory['role'], time: string): Signatory {
  return {
    uuid,
    role,
    name: '',
    email: '',
    mobile: '',
    channel: 'email',
    user: null,
    status: 'setup',
    optional: false,
    notified: { signing: true, viewing: true },
    removed: false,
    request: null,
    requestsSent: 0,
    asked: false,
    links: [],
    visited: null,
    visit: null,
    consent: null,
    signedView: null,
    postponed: false,
    completed: null,
    rejectionReason: '',
    created: time,
    updated: time,
  }
}
