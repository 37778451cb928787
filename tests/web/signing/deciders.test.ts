import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type PackCommand, permits, type Who } from '#domain/pack'
import { idOf, packSentTo, signatoryIn } from '#tests/pack'
import * as leftOut from '../../../web/sign-only/deciders.ts'

const FOLDER = new URL('../../../shared/domain/pack/decide/', import.meta.url)
const { state } = packSentTo('first')
const signer: Who = { as: 'signatory', signatory: idOf('first'), link: signatoryIn(state, 'first').links[0]!.link, inPerson: false }
const permitted = (command: string) => permits({ do: command, by: idOf('first') } as unknown as PackCommand, state, signer)

test('what the signer’s page leaves out is decided for nobody who signs', async () => {
  const decided: string[] = []
  for (const file of readdirSync(FOLDER)) {
    const parts = (await import(new URL(file, FOLDER).href)) as Record<string, object>
    for (const name of Object.keys(leftOut)) decided.push(...Object.keys(parts[name] ?? {}))
  }
  expect(decided).toEqual(expect.arrayContaining(['PlaceField', 'RequestSignatures', 'SetSigningOrder']))
  expect(decided.filter((command) => permitted(command)?.refused !== 'not-permitted')).toEqual([])
  expect(permitted('FillField')?.refused).not.toBe('not-permitted')
})
