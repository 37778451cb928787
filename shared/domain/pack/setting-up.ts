import { disclosed } from '#domain/kernel'
import { fieldTypeOf } from './field-types/index.ts'
import { liveFields } from './fields.ts'
import { signsInOrder, stepsInOrder } from './signatories.ts'
import type { Field, PackState, Signatory } from './state.ts'

/** Whom a field sets up, by their role ('': nobody), and whether who that is has to be checked; of one that sets up nobody too. */
export function setUpOf({ setUp }: Pick<Field, 'setUp'>): { readonly role: string; readonly identification: boolean } {
  return { role: disclosed(setUp?.role ?? '', ''), identification: setUp?.identification ?? false }
}

/**
 * The signer whom a field has set up: in the role that it names, and in a later step than the one it is for. Without an
 * order everybody is asked at once, and nobody waits for one who need not sign.
 */
export function signatoryToSetUp(state: PackState, { assignee, setUp }: Field): Signatory | undefined {
  if (setUp === undefined || !signsInOrder(state)) return undefined
  const steps = stepsInOrder(state)
  const own = steps.findIndex((step) => step.some(({ uuid, optional }) => uuid === assignee && !optional))
  const role = disclosed(setUp.role, '')
  return own < 0
    ? undefined
    : steps
        .slice(own + 1)
        .flat()
        .find((signatory) => disclosed(signatory.role, null) === role)
}

/** Whose details may be missing when signatures are requested: an earlier signer cannot finish without giving them. */
export function setUpByOthers(state: PackState): ReadonlySet<string> {
  const required = liveFields(state).filter((field) => fieldTypeOf(field).setsUpSigner && field.required)
  return new Set(required.flatMap((field) => signatoryToSetUp(state, field)?.uuid ?? []))
}
