import { expect, test } from 'vitest'
import { packsFor } from '#processes/engine'
import { idOf } from '#tests/pack'

test('what a process could not have decided, since too many others were first, is asked for again and not taken for done', async () => {
  const never = async () => ({ refused: 'too-many-rivals' })
  const packs = packsFor('requests', { handler: { handle: never } as never, defaultCountry: 'ZA' })
  const sent = { do: 'RecordRequestSent', signatory: idOf('first'), request: idOf('request') } as const
  await expect(packs.perform(idOf('pack'), sent, { cause: 'a mail', step: 'sent' })).rejects.toThrow('too much happened')
})
