/** Types of every call, from the product's own OpenAPI: `src/calls.ts`. A test keeps them current. */

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly $ref?: string
}
interface Operation {
  readonly summary?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: Schema }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const HEAD = `// Made from the OpenAPI of the product by packages/client/generate.ts. Do not edit.
/** Every call, by method and path: what is sent and what is answered. */
export interface Calls {
`

export function typesOf({ paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(`${method.toUpperCase()} ${path}`, operation)),
  )
  return `${HEAD}${calls.sort().join('')}}\n`
}

function callOf(name: string, { summary, parameters = [], requestBody, responses }: Operation): string {
  const of = (where: string) => parameters.filter((one) => one.in === where)
  const members = [...(['path', 'query'] as const).flatMap((where) => objectOf(where, of(where)))]
  const body = schemaIn(requestBody?.content)
  if (body) members.push(`body: ${typeOf(body)}`)
  const answer = schemaIn(responses?.['200']?.content)
  members.push(`answer: ${answer ? typeOf(answer) : 'unknown'}`)
  return `  /** ${summary ?? ''} */\n  ${JSON.stringify(name)}: { ${members.join('; ')} }\n`
}

function objectOf(where: string, of: NonNullable<Operation['parameters']>): readonly string[] {
  if (of.length === 0) return []
  const isNeeded = of.some(({ required }) => required)
  const members = of.map(
    ({ name, required, schema }) => `${nameOf(name)}${required ? '' : '?'}: ${typeOf(schema ?? {})}${required ? '' : ' | undefined'}`,
  )
  return [`${where}${isNeeded ? '' : '?'}: { ${members.join('; ')} }`]
}

const schemaIn = (content?: Readonly<Record<string, { readonly schema?: Schema }>>) => Object.values(content ?? {})[0]?.schema
const nameOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const some = schema.anyOf ?? schema.oneOf
  if (some) return [...new Set(some.map(typeOf))].map((one) => `(${one})`).join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type as string
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return recordOf(schema)
    default:
      return 'unknown'
  }
}

function recordOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isNeeded = required.includes(name)
    return `${nameOf(name)}${isNeeded ? '' : '?'}: ${typeOf(schema)}${isNeeded ? '' : ' | undefined'}`
  })
  if (members.length > 0) return `{ ${members.join('; ')} }`
  return typeof additionalProperties === 'object' ? `Record<string, ${typeOf(additionalProperties)}>` : 'Record<string, unknown>'
}
