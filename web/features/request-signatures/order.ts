import { type PackCommand, type PackState, signatoriesInOrder } from '#domain/pack'

/** The order with one signer at another place; each step keeps one signer. */
export function reordered(view: PackState, uuid: string, to: number): PackCommand {
  const rest = signatoriesInOrder(view).flatMap((each) => (each.uuid === uuid ? [] : [each.uuid]))
  rest.splice(to, 0, uuid)
  return { do: 'SetSigningOrder', steps: rest.map((each) => [each]) }
}
