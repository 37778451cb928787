import { describe, expect, test } from 'vitest'
import { decideInTurn } from '#domain/kernel'
import { commandsOfCopy, FIELD_PROPERTIES, type Field, initial, type PackCommand, type PackState, pack, rawPropertyOf } from '#domain/pack'
import { contextAt, creator, decideIn, happened, idOf, nothingYet, type World, workspace } from '#tests/pack'
import { SCENARIOS } from '#tests/pack-scenarios'
import { commandsOfField } from '../../../command-api/pack/diff-fields.ts'
import { clipboardOf, readClipboard, written } from '../../../web/features/editor/state/clipboard.ts'
import { pasted } from '../../../web/features/editor/state/copies.ts'
import { inverseOf } from '../../../web/live/inverse.ts'
import { targetOf } from '../../../web/live/pending.ts'
import { recordOfField } from '../../../web/live/records.ts'

const follow = (world: World, commands: readonly PackCommand[]) =>
  commands.reduce((now, command) => {
    const decision = decideIn(now, command)
    if ('refused' in decision) throw new Error(`${command.do}: ${decision.refused}`)
    return happened(now, decision)
  }, world)

describe.each(FIELD_PROPERTIES.map((property) => [property.key, property] as const))('the property %s of a field', (_key, property) => {
  const { in: before, ask } = SCENARIOS[property.command]
  const command = typeof ask === 'function' ? ask(before) : ask
  const key = (command as { field: string }).field
  const set = follow(before, [command])
  const value = (state: PackState, field = key) => rawPropertyOf(property, state.fields[field] as Field)

  test('is set by its command, and not there before', () => {
    expect(value(set.state)).not.toEqual(property.none)
    expect(before.state.fields[key]).not.toHaveProperty(property.key)
  })

  test('is saved as its record says it', () => {
    const target = targetOf(command, 'pack')!
    expect(target).toEqual({ kind: 'field', key })
    const record = recordOfField(set.state, [{ command, target }])
    expect(Object.keys(record).sort()).toEqual(['uuid', ...Object.keys(property.wire)].sort())
    const commands = commandsOfField(record, before.state, 'self', null) as PackCommand[]
    expect(value(follow(before, commands).state)).toEqual(value(set.state))
    expect(commandsOfField(record, set.state, 'self', null)).toEqual([])
  })

  test('is gone once its change is undone, and there once it is done again', () => {
    const back = inverseOf(before.state, command, set.state)
    const undone = follow(set, back)
    expect(undone.state.fields[key]).not.toHaveProperty(property.key)
    const again = back.toReversed().flatMap((one) => inverseOf(set.state, one, undone.state))
    expect(value(follow(undone, again).state)).toEqual(value(set.state))
  })

  test('belongs to a copy, unless the field itself does not', () => {
    const keys = { of: (origin: string) => idOf(`copied ${origin}`), fileOf: (file: string) => idOf(`copied file ${file}`) }
    const as = { kind: 'document', workspace, creator, name: 'Copy' } as const
    const commands = commandsOfCopy({ pack: idOf('pack'), state: set.state }, as, keys)
    const facts = decideInTurn(pack, commands, { key: idOf('copy'), state: initial, revision: -1 }, null, contextAt(nothingYet))
    if ('refused' in facts) throw new Error(facts.refused)
    const copy = happened(nothingYet, facts).state
    if (set.state.fields[key]!.temporary) expect(copy.fields).not.toHaveProperty([keys.of(key)])
    else expect(value(copy, keys.of(key))).toEqual(value(set.state))
  })

  test('goes over the clipboard', () => {
    const copied = readClipboard(written(clipboardOf(set.state, idOf('pack'), [key])!))!
    const { document } = set.state.fields[key]!
    const { commands } = pasted(set.state, copied.fields, { document, shift: true }, () => idOf('pasted'))
    expect(value(follow(set, commands).state, idOf('pasted'))).toEqual(value(set.state))
  })
})
