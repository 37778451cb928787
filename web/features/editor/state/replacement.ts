import { type Field, liveFields, type PackState } from '#domain/pack'
import type { PackSession } from '../../../live/index.ts'

/** Fields of a document that stand elsewhere than before: its new pages had no room where they were. */
export function movedFields(before: PackState, after: PackState, document: string): readonly Field[] {
  return liveFields(after).filter((field) => {
    const was = before.fields[field.key]
    if (field.document !== document || !was) return false
    return (['page', 'x', 'y', 'width', 'height'] as const).some((place) => was[place] !== field[place])
  })
}

/** Resolves with the view once the document has pages made from another upload than it had in `before`; null where that failed. */
export function whenReplaced(
  session: Pick<PackSession, 'view' | 'subscribe'>,
  before: PackState,
  document: string,
): Promise<PackState | null> {
  const sourceIn = (view: PackState) => {
    const conversion = view.documents.find(({ key }) => key === document)?.conversion
    return conversion && 'source' in conversion ? conversion : null
  }
  const old = sourceIn(before)?.source
  return new Promise((resolve) => {
    const look = () => {
      const view = session.view()
      const now = sourceIn(view)
      if (now === null || now.source === old || now.state === 'converting') return
      stop()
      resolve(now.state === 'converted' ? view : null)
    }
    const stop = session.subscribe(look)
    look()
  })
}
