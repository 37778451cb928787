import { type FoundField, formFieldsAnswer, formFieldsBody, formFieldsDone } from '#contract/form-fields'
import { fromMilli } from '#pdf/geometry'
import type { FormField } from '#pdf/intake'
import type { App } from '../app.ts'
import { ok } from '../edge/ok.ts'
import { isProblem, problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'
import type { Place } from '../pack/packs.ts'

/** The form fields that came with an upload, to be looked over and taken as fields or left. */
export function formFieldRoutes(app: App): void {
  const { packs, services } = app
  const documentAt = ({ state, child }: Place) => state.documents.find(({ key }) => child === null || key === child)

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/form_fields',
    summary: 'The empty form fields that were found in the upload.',
    teamOnly: true,
    answer: formFieldsAnswer,
    async run({ place }) {
      const file = documentAt(place)?.found.formFields?.file
      const content = file === undefined ? null : await services.files.open(file)
      if (!content) return ok({ fields: [] })
      const pieces: Uint8Array[] = []
      for await (const piece of content.stream) pieces.push(piece as Uint8Array)
      const found = JSON.parse(Buffer.concat(pieces).toString()) as FormField[]
      return ok({ fields: found.map(recordOf) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/form_fields',
    summary: 'Says that the form fields were taken over as fields, or left as the page shows them.',
    teamOnly: true,
    body: formFieldsBody,
    answer: formFieldsDone,
    async run({ place, request, body }) {
      const document = documentAt(place)
      if (!document) return problem('not-found')
      const { taken } = body
      const said = await packs.change({ on: place, request, plan: () => [{ do: 'AnswerFormFields', document: document.key, taken }] })
      return isProblem(said) ? said : ok()
    },
  })
}

function recordOf({ name, group, x, y, width, height, ...same }: FormField): FoundField {
  const place = { x: fromMilli(x), y: fromMilli(y), width: fromMilli(width), height: fromMilli(height) }
  return { ...same, ...place, custom_id: name, checkbox_group: group, options: [...same.options] }
}
