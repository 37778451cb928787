import type { PackCommand } from '#domain/pack'
import type { CommandHandler } from '#platform/command-handler'
import type { KeyIndex } from '#platform/key-index'
import type { World } from '#platform/ports'
import { carryOut, type Doer } from './decided.ts'

interface Parts {
  readonly handler: CommandHandler
  readonly keyIndex: KeyIndex
  readonly world: Pick<World, 'ids'>
}

const SUBJECTS = ['Lease', 'Offer', 'Consent', 'Order', 'Amendment', 'Mandate', 'Handover', 'Delivery', 'Permit', 'Policy']
const PLACES = ['Linden', 'Harbour', 'Market', 'Castle', 'Mill', 'Station', 'Orchard', 'Bridge', 'Chapel', 'Meadow', 'Quarry', 'Tower']
const AT_ONCE = 32

/** Fills a workspace with documents, each of one signer, past HTTP: what is measured is reading among them. */
export async function fill(
  { handler, keyIndex, world }: Parts,
  to: Doer & { readonly count: number; readonly from?: number },
): Promise<void> {
  let next = to.from ?? 0
  const end = next + to.count
  const writer = async () => {
    for (;;) {
      const at = next++
      if (at >= end) return
      const [pack, child, signatory] = [world.ids.next(), world.ids.next(), world.ids.next()]
      const entries = [pack, child].map((key) => ({ key, kind: 'document', pack }))
      await keyIndex.register(entries)
      await carryOut(handler, `pack-${pack}`, to, documentOf(to, at, child, signatory), world.ids.next())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, writer))
}

/** The same words again and again, and one number that stands in one name only. */
export const nameOf = (at: number) => `${SUBJECTS[at % SUBJECTS.length]} ${PLACES[at % PLACES.length]} ${10_000 + at}`

function documentOf({ workspace, user }: Doer, at: number, document: string, signatory: string): readonly PackCommand[] {
  const name = nameOf(at)
  return [
    { do: 'CreatePack', workspace, creator: user, kind: 'document', name, from: null },
    { do: 'AddDocument', document, name },
    { do: 'AddSignatory', signatory, role: 'signer' },
    { do: 'NameSignatory', signatory, name: `Signer ${at}` },
    { do: 'SetSignatoryEmail', signatory, email: `signer-${at}@example.com` },
  ]
}
