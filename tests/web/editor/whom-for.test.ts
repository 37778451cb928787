import { expect, test } from 'vitest'
import { testEditor } from '../support/editor.ts'
import { after, id } from '../support/pack.ts'

const without = (view: Parameters<typeof after>[0], signatory: string) =>
  after(view, { do: 'RemoveSignatory', signatory, withFields: false })

test('new fields are for the first signer, also where somebody else adds them, and for the next where somebody else takes them away', () => {
  const { editor, live, view, anna, ben } = testEditor()
  expect(editor.ui.assignee).toBe(anna)
  let revision = 20
  const elsewhere = (now: typeof view) => {
    revision += 1
    live.fresh({ view: now, revision, view_digest: null })
  }

  elsewhere(without(view, anna))
  expect(editor.ui.assignee).toBe(ben)
  const nobody = without(without(view, anna), ben)
  elsewhere(nobody)
  expect(editor.ui.assignee).toBeNull()
  const third = id()
  elsewhere(after(nobody, { do: 'AddSignatory', signatory: third, role: 'Guarantor' }))
  expect(editor.ui.assignee).toBe(third)

  editor.ui.assignee = 'self'
  elsewhere(nobody)
  expect(editor.ui.assignee).toBe('self')
  editor.close()
})
