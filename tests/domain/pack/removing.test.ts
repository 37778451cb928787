import { describe, expect, test } from 'vitest'
import { decide, liveFields, permits } from '#domain/pack'
import { contextAt, document, type Given, given, having, idOf, packInSetup, place, refused, sent, type World } from '#tests/pack'

const [annex, letter] = [idOf('annex'), idOf('letter')]
const add = (key: string, name: string): Given[] => [
  { do: 'AddDocument', document: key, name },
  { do: 'ReceiveFile', document: key, file: idOf(`${name} file`), digest: 'x'.repeat(43), size: 10, filename: `${name}.pdf` },
]
const converted = (key: string, name: string): Given => ({
  do: 'RecordConversion',
  document: key,
  source: idOf(`${name} file`),
  file: idOf(`${name} pages`),
  digest: 'y'.repeat(43),
  size: 10,
  pages: [{ width: 595_000, height: 842_000 }],
  repaired: false,
})
const three: World = having(
  packInSetup('first'),
  ...add(annex, 'Annex'),
  converted(annex, 'Annex'),
  ...add(letter, 'Letter'),
  converted(letter, 'Letter'),
  place('on the annex', 'text', 'first', { document: annex }),
  place('on the letter', 'text', 'first', { document: letter }),
)
const remove = (key: string) => ({ do: 'RemoveDocument', document: key }) as const

describe('removing one of several documents', () => {
  test('takes its fields along, and the others move up; what is added next comes last', () => {
    const facts = decide(remove(annex), three.state, contextAt(three))
    expect(facts).toMatchObject([
      { type: 'FieldsRemoved', data: { fields: [idOf('on the annex')] } },
      { type: 'DocumentRemoved', data: { document: annex } },
    ])
    const { state } = having(three, remove(annex), ...add(idOf('new'), 'New'))
    expect(state.documents.map(({ key, position }) => [key, position])).toEqual([
      [document, 0],
      [letter, 1],
      [idOf('new'), 2],
    ])
    expect(liveFields(state).map(({ key }) => key)).toContain(idOf('on the letter'))
  })

  test('is refused for the only one, with locked fields on it, and once signatures are requested', () => {
    const alone = packInSetup('first')
    given(alone).when(remove(document)).then(refused('last-document', document))
    given(having(three, { do: 'LockFields' }))
      .when(remove(annex))
      .then(refused('fields-locked'))
    given(sent(three)).when(remove(annex)).then(refused('not-in-setup'))
  })

  test('is possible while the file could not be converted', () => {
    const failed = having(packInSetup('first'), ...add(annex, 'Annex'), {
      do: 'RecordConversionFailure',
      document: annex,
      source: idOf('Annex file'),
      reason: 'damaged',
    })
    expect(having(failed, remove(annex)).state.documents).toHaveLength(1)
  })

  test('brings no field of it back, and what its conversion ends in says nothing any more', () => {
    const gone = having(three, remove(annex))
    given(gone)
      .when({ do: 'RestoreField', field: idOf('on the annex') })
      .then(refused('document-missing', annex))
    given(gone).when(converted(annex, 'Annex')).then(refused('document-missing', annex))
  })

  test('needs the permission to put files into a pack', () => {
    const who = (permissions: readonly string[]) =>
      ({
        as: 'team',
        user: three.state.creator,
        workspace: three.state.workspace,
        isAdmin: false,
        permissions: new Set(permissions),
      }) as const
    expect(permits(remove(annex), three.state, who([]))).toEqual({ refused: 'not-permitted' })
    expect(permits(remove(annex), three.state, who(['can_upload_documents_to_pack']))).toBeNull()
  })
})
