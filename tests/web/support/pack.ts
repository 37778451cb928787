import { isRefused, uuidv7 } from '#domain/kernel'
import { ACCEPTED_AS_IT_IS, decide, evolve, initial, type PackCommand, type PackState } from '#domain/pack'

let made = 0
/** Ids that are the same in every run. */
export function id(): string {
  made += 1
  return uuidv7(1_700_000_000_000 + made, new Uint8Array(10).fill(made % 251))
}

const NOW = '2026-11-21T09:00:00.000Z'
export function after(state: PackState, ...commands: readonly PackCommand[]): PackState {
  return commands.reduce((before, command) => {
    const facts = decide(command, before, { now: NOW, principal: 'user:test', defaultCountry: 'ZA', typesetting: ACCEPTED_AS_IT_IS })
    if (isRefused(facts)) throw new Error(`${command.do} was refused: ${facts.refused}`)
    return facts.reduce((now, fact) => evolve(now, fact, { time: NOW, revision: 0, principal: 'user:test' }), before)
  }, state)
}

export const PAGE = { width: 595_000, height: 842_000 }

/** A document in setup with three converted pages and two signers. */
export function inSetup(): { readonly view: PackState; readonly document: string; readonly anna: string; readonly ben: string } {
  const [document, anna, ben, source] = [id(), id(), id(), id()]
  const digest = 'A'.repeat(43)
  const view = after(
    initial,
    { do: 'CreatePack', workspace: id(), creator: id(), kind: 'document', name: 'Lease', from: null },
    { do: 'AddDocument', document, name: 'Lease' },
    { do: 'ReceiveFile', document, file: source, digest, size: 10, filename: 'lease.pdf' },
    { do: 'RecordConversion', document, source, file: id(), digest, size: 10, pages: [PAGE, PAGE, PAGE], repaired: false },
    { do: 'AddSignatory', signatory: anna, role: 'Tenant' },
    { do: 'NameSignatory', signatory: anna, name: 'Anna Okafor' },
    { do: 'AddSignatory', signatory: ben, role: 'Owner' },
  )
  return { view, document, anna, ben }
}
