import { type FoundField, formFieldsAnswer, formFieldsBody, formFieldsDone } from '#contract/form-fields'
import { permits } from '#domain/pack'
import { fromMilli } from '#pdf/geometry'
import type { FormField, PrintedValues } from '#pdf/intake'

import type { App } from '../app.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'
import { factIn, type PackAccess } from '../pack/packs.ts'
import { clearedPages, formFieldsIn } from './form-fields.ts'

/** The form fields that came with an upload, to be looked over and taken as fields or left. */
export function formFieldRoutes(app: App<'files' | 'world', { readonly printedValues: PrintedValues }>): void {
  const { packs, services } = app
  const documentAt = ({ state, child }: PackAccess) => state.documents.find(({ key }) => child === null || key === child)

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/form_fields',
    summary: 'The form fields that were found in the upload.',
    teamOnly: true,
    answer: formFieldsAnswer,
    async run({ place }) {
      return ok({ fields: (await formFieldsIn(services, documentAt(place))).map(recordOf) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/form_fields',
    summary: 'Says that form fields were taken over as fields, or left as the page shows them. What pages show in those taken is removed.',
    teamOnly: true,
    body: formFieldsBody,
    answer: formFieldsDone,
    async run({ place, request, body }) {
      const document = documentAt(place)
      if (!document) return problem('not-found')
      const { taken, form_fields } = body
      const answer = { do: 'AnswerFormFields', document: document.key, taken } as const
      const isAllowed = permits(answer, place.state, place.who) === null
      const cleared = taken && isAllowed ? await clearedPages(services, place, document, form_fields) : null
      const command = cleared ? { ...answer, cleared } : answer
      const said = await packs.change({ on: place, request, plan: () => [command] })
      // Somebody else was first, or the answer was refused.
      const isUsed = !isProblem(said) && factIn(said, 'PrintedValuesRemoved')?.data.file === cleared?.file
      if (cleared && !isUsed) await services.files.abandon({ key: cleared.file, pack: place.pack })
      return isProblem(said) ? said : ok()
    },
  })
}

function recordOf({ formField, name, group, value, look: _, x, y, width, height, ...same }: FormField): FoundField {
  const place = { x: fromMilli(x), y: fromMilli(y), width: fromMilli(width), height: fromMilli(height) }
  const { options, lost } = same
  return {
    ...same,
    ...place,
    form_field: formField,
    custom_id: name,
    checkbox_group: group,
    data: value,
    options: [...options],
    lost: [...lost],
  }
}
