import { type FormEntryRecord, type FormViewBody, formViewAnswer, formViewBody, formViewSavedAnswer } from '#contract/form-views'
import { disclosed } from '#domain/kernel'
import { liveFormEntries, type PackCommand, type PackState, viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'

/** The form that signers fill in instead of the pages. A saved one names its document in what is sent, not in the path. */
export function formViewRoutes(app: App): void {
  packCall(app, {
    method: 'GET',
    url: '/app/form_views/get_form_view/:key',
    summary: 'The form of a document: its headings, paragraphs and fields, in their order.',
    answer: formViewAnswer,
    async run({ place: { state, audience, pack } }) {
      const form_view = liveFormEntries(viewFor(state, audience)).map(
        ({ key, type, label, asksFor }, position): FormEntryRecord => ({
          type,
          uuid: key,
          label: disclosed(label, ''),
          data: asksFor,
          position,
        }),
      )
      return ok({ data: { entity_key: pack, form_view } })
    },
  })

  call(app.edge, {
    method: 'POST',
    url: '/app/form_views/update_form_view',
    summary: 'Saves the form of a document: all of it, or the entries that changed.',
    access: 'team',
    body: dataBody(formViewBody),
    answer: formViewSavedAnswer,
    async run({ caller, request, body: { data }, moment }) {
      const place = await app.packs.resolveAccess(caller, data.entity_key, moment)
      if (isProblem(place)) return place
      const saved = await app.packs.change({ on: place, request, plan: (state) => commandsOf(state, data) })
      return isProblem(saved) ? saved : ok({ revision: saved.revision })
    },
  })
}

type Entry = FormViewBody['form_view'][number]

function commandsOf(state: PackState, { form_view, only_changes }: FormViewBody): PackCommand[] {
  if (only_changes) return form_view.flatMap((entry) => changesOf(state, entry))
  const inOrder = form_view.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const named = new Set(inOrder.map(({ uuid }) => uuid))
  return [
    // First: a field asked for under another key is free again.
    ...liveFormEntries(state).flatMap(({ key }): PackCommand[] => (named.has(key) ? [] : [{ do: 'RemoveFormEntry', entry: key }])),
    ...inOrder.flatMap((entry, at) =>
      changesOf(state, { removed: false, ...entry, after: entry.removed ? undefined : (inOrder[at - 1]?.uuid ?? null) }),
    ),
  ]
}

/** What leads to the entry as it is said; a new one comes last where its place is not. */
function changesOf({ form = [] }: PackState, { uuid: entry, type, label, data: asksFor = null, after, removed }: Entry): PackCommand[] {
  const held = form.find(({ key }) => key === entry)
  const gone: PackCommand[] = removed ? [{ do: 'RemoveFormEntry', entry }] : []
  if (!held) {
    const last = after === undefined ? (form.at(-1)?.key ?? null) : after
    const kind = type ?? (asksFor === null ? 'p' : 'field')
    return [{ do: 'AddFormEntry', entry, type: kind, asksFor, label: label ?? '', after: last }, ...gone]
  }
  return [
    ...(removed === false ? [{ do: 'RestoreFormEntry', entry } as const] : []),
    ...(type === undefined ? [] : [{ do: 'RetypeFormEntry', entry, type } as const]),
    ...(label === undefined ? [] : [{ do: 'LabelFormEntry', entry, label } as const]),
    ...(after === undefined ? [] : [{ do: 'MoveFormEntry', entry, after } as const]),
    ...gone,
  ]
}
