import { z } from 'zod'
import { FIELD_PROPERTIES, type FieldPropertyForms, type FormOf, SETTINGS, type SettingForms } from '#domain/pack'
import { judged, text, token } from './bounds.ts'

/** What may stand in a record under a property's name: undefined leaves it as it is, null clears it. */
const FORMS = { text: text.nullish(), token: token.nullish(), number: judged.nullish(), flag: z.boolean().optional() } as const
type SchemaOf<F> = F extends keyof typeof FORMS
  ? (typeof FORMS)[F]
  : F extends readonly (infer Word extends string)[]
    ? z.ZodOptional<z.ZodNullable<z.ZodEnum<{ [W in Word]: W }>>>
    : never

const schemaOf = (form: FormOf): z.ZodType => (typeof form === 'string' ? FORMS[form] : z.enum(form).nullish())
const schemasOf = (wires: readonly Readonly<Record<string, FormOf>>[]) =>
  Object.fromEntries(wires.flatMap((wire) => Object.entries(wire).map(([name, form]) => [name, schemaOf(form)])))

/** The properties of a field that its table names, as records say them. */
export const fieldPropertySchemas = schemasOf(FIELD_PROPERTIES.map(({ wire }) => wire)) as unknown as {
  [N in keyof FieldPropertyForms]: SchemaOf<FieldPropertyForms[N]>
}
/** The settings of a document that their table names. */
export const settingSchemas = schemasOf(SETTINGS.map(({ wire, form }) => ({ [wire]: form }))) as unknown as {
  [N in keyof SettingForms]: SchemaOf<SettingForms[N]>
}
