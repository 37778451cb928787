import { disclosed, withoutFormat } from '#domain/kernel'
import { liveSignatories, signatoryColour } from './signatories.ts'
import type { PackState, Signatory, SignerGroup } from './state.ts'

/** The same list each time: a page that asks for it again has nothing to draw again. */
const NONE: readonly SignerGroup[] = []

export function groupsOf({ groups = NONE }: Pick<PackState, 'groups'>): readonly SignerGroup[] {
  return groups
}

/** The group that a signatory is in. */
export function groupOf(state: Pick<PackState, 'groups' | 'steps'>, signatory: string): SignerGroup | undefined {
  const groups = groupsOf(state)
  const step = groups.length === 0 ? undefined : state.steps.find((one) => one.includes(signatory))
  return step && groups.find(({ uuid }) => step.includes(uuid))
}

/** A step of the order: a group with its signatories, if it has any, or signatories without one. */
export interface ListedStep {
  readonly group: SignerGroup | null
  readonly signatories: readonly Signatory[]
}

/** The order as people see it: like the steps in which signatories sign, and with the groups that nobody is in. */
export function listedSteps(state: PackState): readonly ListedStep[] {
  const live = new Map(liveSignatories(state).map((signatory) => [signatory.uuid, signatory]))
  return state.steps
    .map((step) => ({
      group: groupsOf(state).find(({ uuid }) => step.includes(uuid)) ?? null,
      signatories: step.flatMap((uuid) => live.get(uuid) ?? []),
    }))
    .filter(({ group, signatories }) => group !== null || signatories.length > 0)
}

/** Which colour of the palette a group has; 0 is the grey beyond it. Reordering changes nobody's. */
export function groupColour(state: Pick<PackState, 'groups'>, group: string): number {
  return signatoryColour(groupsOf(state).findIndex(({ uuid }) => uuid === group))
}

/** Names are compared as people do: neither case nor spaces count, nor what is not seen. */
const asCompared = (name: string): string => withoutFormat(name).normalize('NFKC').replace(/\s+/g, ' ').toLowerCase()

/** Whether another group of the document has this name. */
export function isGroupNameTaken(state: Pick<PackState, 'groups'>, name: string, own?: string): boolean {
  const wanted = asCompared(name)
  return groupsOf(state).some((group) => group.uuid !== own && asCompared(disclosed(group.name, '')) === wanted)
}

/** 'Signer group n': n is its number, or the next one that is free. */
export function defaultGroupName(state: PackState, number = groupsOf(state).length + 1, own?: string): string {
  const name = `Signer group ${number}`
  return isGroupNameTaken(state, name, own) ? defaultGroupName(state, number + 1, own) : name
}
