import type { z } from 'zod'
import { token } from '#contract/bounds'
import { type CustomFieldAnswer, customFieldRecord, customFieldSavedAnswer, customFieldsAnswer } from '#contract/custom-fields'
import { done } from '#contract/envelope'
import { disclosed } from '#domain/kernel'
import { type CustomField, liveCustomFields, type PackCommand, type PackState, viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import { factIn } from '../pack/packs.ts'

/** User-defined attributes of documents and templates. */
export function customFieldRoutes(app: App<'world'>): void {
  const { packs, services } = app

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/user_defined_attributes',
    summary: 'The user-defined attributes (custom fields) of the document.',
    teamOnly: true,
    answer: customFieldsAnswer,
    async run({ place: { state, audience, pack } }) {
      const view = viewFor(state, audience)
      return ok({ user_defined_attributes: liveCustomFields(view).map((one) => recordOf(pack, view, one)) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/add_update_user_defined_attribute',
    summary: 'Adds a user-defined attribute (custom field), changes one, or removes it. Its id follows from its name.',
    teamOnly: true,
    body: dataBody(customFieldRecord),
    answer: customFieldSavedAnswer,
    async run({ place, request, body: { data } }) {
      const key = data.key ?? services.world.ids.next()
      const saved = await packs.change({ on: place, request, plan: (state) => commandsOf(data, key, state) })
      if (isProblem(saved)) return saved
      // What an earlier attempt under the same key made is the answer, though this one drew another key.
      const own = factIn(saved, 'CustomFieldSet')?.data.customField ?? key
      const made = liveCustomFields(saved.state).find((one) => one.key === own)
      const message = made ? 'The custom field was saved.' : 'The custom field was removed.'
      return ok({ message, user_defined_attribute: made ? recordOf(place.pack, saved.state, made) : null, revision: saved.revision })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/delete_user_defined_attribute/:attr_key',
    summary: 'Removes a user-defined attribute (custom field).',
    changes: true,
    teamOnly: true,
    params: keyParams.extend({ attr_key: token }),
    answer: done,
    async run({ place, params, request }) {
      const customField = params.attr_key
      if (!place.state.customFields?.some(({ key }) => key === customField)) return problem('not-found')
      const removed = await packs.change({ on: place, request, plan: () => [{ do: 'RemoveCustomField', customField }] })
      return isProblem(removed) ? removed : ok({ message: 'The custom field was removed.' })
    },
  })
}

function commandsOf(record: z.output<typeof customFieldRecord>, customField: string, { customFields = [] }: PackState): PackCommand[] {
  const { id, name, value, required, visible_on_ui: visible, removed } = record
  if (removed) return [{ do: 'RemoveCustomField', customField }]
  const isAway = customFields.find(({ key }) => key === customField)?.removed ?? false
  return [
    ...(removed === false && isAway ? [{ do: 'RestoreCustomField', customField } as const] : []),
    {
      do: 'SetCustomField',
      customField,
      ...(id === undefined ? {} : { id }),
      ...(name === undefined ? {} : { name }),
      ...(value === undefined ? {} : { value }),
      ...(required === undefined ? {} : { required }),
      ...(visible === undefined ? {} : { visible }),
    },
  ]
}

function recordOf(pack: string, { kind }: PackState, { key, id, name, value, required, visible, from }: CustomField): CustomFieldAnswer {
  return {
    key,
    document_key: pack,
    related_entity_id: pack,
    id: disclosed(id, null),
    name: disclosed(name, null),
    value: disclosed(value, null),
    required,
    visible_on_ui: visible,
    created_from_user_defined_attribute_id: from,
    control_level: 'document_pack',
    is_template: kind === 'template',
    custom_control: null,
    custom_control_properties: null,
    custom_control_value: null,
  }
}
