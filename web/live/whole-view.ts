import type { z } from 'zod'
import { type ViewAnswer, viewAnswer } from '#contract/documents'
import { viewPartAnswer } from '#contract/view'
import { type CallOptions, HttpRefused, http } from '../http/index.ts'

type Parts = Pick<z.output<typeof viewAnswer>, 'view' | 'view_parts' | 'view_part' | 'revision'>
/** So often it may have changed before all of it was here. */
const MOST_TRIES = 10

/** The whole pack, also where it is too large for one answer. Where it changed meanwhile it is begun again. */
export async function fetchWholeView(pack: string, options: CallOptions): Promise<ViewAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await http.get(`/app/documents/${pack}/view`, viewAnswer, options)
    try {
      const { view_parts: _, view_part: __, ...rest } = answer
      return { ...rest, view: await put(pack, answer, options) }
    } catch (thrown) {
      if (!isOver(thrown) || tries === MOST_TRIES) throw thrown
    }
  }
}

const isOver = (thrown: unknown): boolean => thrown instanceof HttpRefused && thrown.code === 'view-over'

/** The view of an answer that may hold only its first part. */
async function put(pack: string, { view, view_parts, view_part, revision }: Parts, options: CallOptions): Promise<unknown> {
  if (view_parts === null || view_part === null) return view
  const { digest, count } = view_parts
  let text = view_part
  for (let part = 1; part < count; part++) {
    const further = await http.get(`/app/documents/${pack}/view_part`, viewPartAnswer, { ...options, query: { revision, digest, part } })
    text += further.view_part
  }
  return JSON.parse(text)
}
