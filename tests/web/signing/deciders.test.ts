import { expect, test } from 'vitest'
import { COMMANDS, type PackCommand, permits, type Who } from '#domain/pack'
import { idOf, packSentTo, signatoryIn } from '#tests/pack'
import { deciders as ofSigners } from '../../../shared/domain/pack/decide/signer-deciders.ts'

const { state } = packSentTo('first')
const signer: Who = { as: 'signatory', signatory: idOf('first'), link: signatoryIn(state, 'first').links[0]!.link, inPerson: false }
const permitted = (command: string) => permits({ do: command, by: idOf('first') } as unknown as PackCommand, state, signer)

test('a signer may ask for nothing that the signer’s page is built without', () => {
  const leftOut = COMMANDS.filter((command) => !Object.hasOwn(ofSigners, command))
  expect(leftOut).toEqual(expect.arrayContaining(['PlaceField', 'RequestSignatures', 'SetSigningOrder']))
  expect(leftOut.filter((command) => permitted(command)?.refused !== 'not-permitted')).toEqual([])
  expect(permitted('FillField')?.refused).not.toBe('not-permitted')
})
