import { disclosed, folded } from '#domain/kernel'
import { customFieldId, liveCustomFields, liveSignatories, type PackState } from '#domain/pack'
import {
  EMPTY_MAPPING,
  liveCopies,
  type Mapping,
  mappableFields,
  PERSON_PARTS,
  type PersonPart,
  templateText,
  withText,
} from './mapping.ts'
import { placeholderOf } from './placeholders.ts'

/** What columns with a person's details are called, without spaces and signs. */
const CALLED: Readonly<Record<PersonPart, readonly string[]>> = {
  name: ['name', 'fullname', 'contactname', 'recipientname', 'clientname', 'customername'],
  email: ['email', 'emailaddress', 'mail', 'contactemail', 'recipientemail', 'clientemail', 'customeremail'],
  mobile: ['mobile', 'mobilenumber', 'mobilephone', 'cell', 'cellphone', 'cellnumber', 'phone', 'phonenumber', 'telephone'],
}
const DOCUMENT = { name: ['documentname'], subject: ['subject', 'emailsubject'], message: ['message', 'emailmessage'] } as const

/**
 * Maps columns to the target of the same name: fields by their id or description, people by their role and a property, such as
 * `tenant_email`. Without a role a column means the one signer whom the template leaves open.
 */
export function mapFromColumnNames(template: PackState, columns: readonly string[]): Mapping {
  const byName = new Map<string, string>()
  for (const column of columns) if (!byName.has(bare(column))) byName.set(bare(column), column)
  byName.delete('')
  const columnOf = (names: readonly string[]) => names.map((name) => byName.get(name)).find((column) => column !== undefined)
  let mapping = EMPTY_MAPPING
  const map = (target: Parameters<typeof withText>[1], names: readonly string[]) => {
    const column = columnOf(names)
    if (column !== undefined) mapping = withText(mapping, target, placeholderOf(column))
  }

  for (const part of ['name', 'subject', 'message'] as const) map({ of: part }, DOCUMENT[part])
  const signers = liveSignatories(template)
  const open = signers.filter(({ uuid: key }) => templateText(template, { of: 'signer', key, part: 'email' }) === '')
  for (const { uuid: key, role } of signers) {
    const isOnlyOpen = signers.length === 1 || (open.length === 1 && open[0]!.uuid === key)
    for (const part of PERSON_PARTS) map({ of: 'signer', key, part }, namesFor(part, bare(disclosed(role, '')), isOnlyOpen))
  }
  for (const [at, { uuid: key }] of liveCopies(template).entries()) {
    const number = at === 0 ? '' : String(at + 1)
    for (const part of PERSON_PARTS) {
      map({ of: 'copy', key, part }, [...namesFor(part, `cc${number}`, false), ...namesFor(part, `copy${number}`, false)])
    }
  }
  for (const field of mappableFields(template)) {
    const names = [field.customId, field.description].map((name) => bare(disclosed(name, ''))).filter((name) => name !== '')
    map({ of: 'field', key: field.key }, names)
  }
  for (const one of liveCustomFields(template)) {
    const names = [customFieldId(one), disclosed(one.name, '')].map(bare).filter((name) => name !== '')
    map({ of: 'custom-field', key: one.key }, names)
  }
  return mapping
}

function namesFor(part: PersonPart, role: string, withoutRole: boolean): readonly string[] {
  const ofRole = role === '' ? [] : CALLED[part].map((name) => role + name)
  return [...ofRole, ...(part === 'name' && role !== '' ? [role] : []), ...(withoutRole ? CALLED[part] : [])]
}

function bare(name: string): string {
  return folded(name).replace(/[^\p{L}\p{N}]/gu, '')
}
