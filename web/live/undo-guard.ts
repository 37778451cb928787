import { listedSteps, type PackCommand, type PackState } from '#domain/pack'
import { type Target, targetOf } from './pending.ts'
import {
  recordOfAppendix,
  recordOfCustomField,
  recordOfDocument,
  recordOfField,
  recordOfForm,
  recordOfRule,
  recordOfSignatory,
} from './records.ts'

/**
 * How what a command would change stands now, to be compared later: undoing goes back only from where one's own change
 * led to, never over what somebody else made of it.
 */
export function markOf(view: PackState, commands: readonly PackCommand[], pack: string): string {
  return JSON.stringify(
    commands.map((command) => standing(view, command, pack)),
    inOrder,
  )
}

// Values from the server have their members in another order than those made here.
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function standing(view: PackState, command: PackCommand, pack: string): unknown {
  const target = targetOf(command, pack)
  if (!target) return null
  // Taking a whole thing away undoes all that anybody did to it.
  if (command.do === 'RemoveField') return wholeField(view, command.field)
  if (command.do === 'RemoveSignatory') return wholeSignatory(view, command.signatory)
  // A signatory who was added and removed again keeps a place that nobody sees.
  if (command.do === 'SetSigningOrder')
    return listedSteps(view).map(({ group, signatories }) => [...(group ? [group.uuid] : []), ...signatories.map(({ uuid }) => uuid)])
  return recordOf(view, command, target)
}

function recordOf(view: PackState, command: PackCommand, target: Target): unknown {
  const change = [{ command, target }]
  if (target.kind === 'field') return recordOfField(view, change)
  if (target.kind === 'appendix') return recordOfAppendix(view, change)
  if (target.kind === 'custom-field') return recordOfCustomField(view, change)
  if (target.kind === 'rule') return recordOfRule(view, change)
  if (target.kind === 'form') return recordOfForm(view, change)
  return target.kind === 'signatory' ? recordOfSignatory(view, change) : recordOfDocument(view, change)
}

function wholeField(view: PackState, key: string): unknown {
  const field = view.fields[key]
  if (!field) return null
  const { updated: _, updatedBy: __, ...rest } = field
  return rest
}

function wholeSignatory(view: PackState, uuid: string): unknown {
  const signatory = view.signatories.find((each) => each.uuid === uuid)
  if (!signatory) return null
  const { role, name, email, mobile, channel, user, optional, notified, removed } = signatory
  const fields = Object.values(view.fields).filter((field) => field.assignee === uuid && !field.removed)
  return [role, name, email, mobile, channel, user, optional, notified, removed, fields.map(({ key }) => wholeField(view, key))]
}
