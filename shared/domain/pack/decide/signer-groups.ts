import { isBlank, withoutOverrides } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { type Refused, refuse } from '../refuse.ts'
import { liveSignatories, signatoryOf } from '../signatories.ts'
import { defaultGroupName, groupOf, groupsOf, isGroupNameTaken } from '../signer-groups.ts'
import type { PackState, SignerGroup } from '../state.ts'
import type { Deciders, PackDecision } from './context.ts'
import { liveSignatoryOf } from './find.ts'

export const decideSignerGroups: Deciders<
  'AddSignerGroup' | 'NameSignerGroup' | 'RemoveSignerGroup' | 'SetSignatoryGroup' | 'SetSigningOrder'
> = {
  AddSignerGroup({ group, name: typed }, state) {
    if (groupsOf(state).some(({ uuid }) => uuid === group)) return []
    if (groupsOf(state).length >= MOST.signerGroups) return refuse('too-many', { slots: { most: MOST.signerGroups } })
    // A step names signatories and groups alike.
    if (signatoryOf(state, group)) return refuse('order-invalid', { at: [group] })
    const name = seen(typed ?? '') || defaultGroupName(state)
    const refused = nameRefusal(state, group, name)
    if (refused) return refused
    const switched = state.settings.signerGroups ? [] : [fact('SignerGroupsSwitched', { on: true })]
    return [...switched, fact('SignerGroupAdded', { group, name, ...formerPlace(state, group) })]
  },

  NameSignerGroup({ group: uuid, name: typed }, state) {
    const group = groupIn(state, uuid)
    if ('refused' in group) return group
    const name = seen(typed) || defaultGroupName(state, groupsOf(state).indexOf(group) + 1, uuid)
    if (name === group.name) return []
    return nameRefusal(state, uuid, name) ?? [fact('SignerGroupNamed', { group: uuid, name })]
  },

  RemoveSignerGroup({ group }, state) {
    return groupsOf(state).some(({ uuid }) => uuid === group) ? [fact('SignerGroupRemoved', { group })] : []
  },

  SetSignatoryGroup({ signatory: uuid, group }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    const into = group === null ? null : groupIn(state, group)
    if (into && 'refused' in into) return into
    if (groupOf(state, uuid)?.uuid === into?.uuid) return []
    const steps = state.steps.flatMap((step) => {
      const others = step.filter((other) => other !== uuid)
      if (into) return [step.includes(into.uuid) ? [...others, uuid] : others]
      return step.includes(uuid) ? [others, [uuid]] : [step]
    })
    return ordered(state, steps)
  },

  SetSigningOrder({ steps }, state) {
    const named = steps.flat()
    const groups = groupsOf(state).map(({ uuid }) => uuid)
    const isKnown = named.every((uuid) => groups.includes(uuid) || signatoryOf(state, uuid))
    const isUnclear = steps.some((step) => step.length === 0 || step.filter((uuid) => groups.includes(uuid)).length > 1)
    if (!isKnown || isUnclear || new Set(named).size !== named.length) return refuse('order-invalid')
    return ordered(state, steps)
  },
}

const seen = (typed: string): string => (isBlank(typed) ? '' : withoutOverrides(typed).trim())

/** Every group goes with groups altogether. */
export function withoutGroups(state: PackState): readonly PackFact[] {
  return groupsOf(state).map(({ uuid }) => fact('SignerGroupRemoved', { group: uuid }))
}

/** One that was deleted comes back to where it was, and so with the colour that it had. */
function formerPlace(state: PackState, group: string): { at?: number } {
  const { groupsKnown = [] } = state
  const later = groupsKnown.slice(groupsKnown.indexOf(group) + 1)
  const at = groupsOf(state).findIndex(({ uuid }) => later.includes(uuid))
  return groupsKnown.includes(group) && at >= 0 ? { at } : {}
}

function groupIn(state: PackState, uuid: string): SignerGroup | Refused {
  return groupsOf(state).find((group) => group.uuid === uuid) ?? refuse('signer-group-missing', { at: [uuid] })
}

function nameRefusal(state: PackState, group: string, name: string): Refused | null {
  return textRefusal(name, MOST.name) ?? (isGroupNameTaken(state, name, group) ? refuse('group-name-taken', { at: [group] }) : null)
}

/** Somebody else may have added or removed a signer or a group meanwhile: the order asked for stands, what it does not name comes last. */
function ordered(state: PackState, wanted: readonly (readonly string[])[]): PackDecision {
  const groups = groupsOf(state).map(({ uuid }) => uuid)
  const live = [...groups, ...liveSignatories(state).map(({ uuid }) => uuid)]
  const named = wanted.flat()
  const isGroup = (uuid: string) => groups.includes(uuid)
  const kept = wanted
    .map((step) => step.filter((uuid) => live.includes(uuid)))
    .filter((step) => step.length > 0)
    .map((step) => [...step.filter(isGroup), ...step.filter((uuid) => !isGroup(uuid))])
  const steps = [...kept, ...live.filter((uuid) => !named.includes(uuid)).map((uuid) => [uuid])]
  return JSON.stringify(steps) === JSON.stringify(state.steps) ? [] : [fact('SigningOrderChanged', { steps })]
}
