import { describe, expect, test } from 'vitest'
import { decideInTurn } from '#domain/kernel'
import { commandsOfCopy, initial, type PackCommand, type PackState, pack, SETTINGS, settingValue } from '#domain/pack'
import { contextAt, creator, decideIn, happened, idOf, nothingYet, type World, workspace } from '#tests/pack'
import { SCENARIOS } from '#tests/pack-scenarios'
import { commandsOfDocument } from '../../../command-api/pack/diff-document.ts'
import { inverseOf } from '../../../web/live/inverse.ts'
import { targetOf } from '../../../web/live/pending.ts'
import { recordOfDocument } from '../../../web/live/records.ts'

const follow = (world: World, commands: readonly PackCommand[]) =>
  commands.reduce((now, command) => {
    const decision = decideIn(now, command)
    if ('refused' in decision) throw new Error(`${command.do}: ${decision.refused}`)
    return happened(now, decision)
  }, world)

describe.each(SETTINGS.map((setting) => [setting.key, setting] as const))('the setting %s of a document', (_key, setting) => {
  const { in: before, ask } = SCENARIOS[setting.command]
  const command = typeof ask === 'function' ? ask(before) : ask
  const set = follow(before, [command])
  const value = ({ settings }: PackState) => settingValue(setting, settings)

  test('is set by its command, and as in a new document before', () => {
    expect(value(before.state)).toEqual(setting.initial)
    expect(value(set.state)).not.toEqual(setting.initial)
  })

  test('is saved as its record says it', () => {
    const target = targetOf(command, 'pack')!
    expect(target).toEqual({ kind: 'document', key: 'pack' })
    const record = recordOfDocument(set.state, [{ command, target }])
    expect(Object.keys(record)).toEqual([setting.wire])
    const commands = commandsOfDocument(record, before.state, null, () => idOf('new'))
    expect(value(follow(before, commands).state)).toEqual(value(set.state))
    expect(commandsOfDocument(record, set.state, null, () => idOf('new'))).toEqual([])
  })

  test('is as before once its change is undone, and set once it is done again', () => {
    const back = inverseOf(before.state, command, set.state)
    const undone = follow(set, back)
    expect(value(undone.state)).toEqual(setting.initial)
    const again = back.toReversed().flatMap((one) => inverseOf(set.state, one, undone.state))
    expect(value(follow(undone, again).state)).toEqual(value(set.state))
  })

  test('belongs to a copy', () => {
    const keys = { of: (origin: string) => idOf(`copied ${origin}`), fileOf: (file: string) => idOf(`copied file ${file}`) }
    const as = { kind: 'document', workspace, creator, name: 'Copy' } as const
    const commands = commandsOfCopy({ pack: idOf('pack'), state: set.state }, as, keys)
    const facts = decideInTurn(pack, commands, { key: idOf('copy'), state: initial, revision: -1 }, null, contextAt(nothingYet))
    if ('refused' in facts) throw new Error(facts.refused)
    expect(value(happened(nothingYet, facts).state)).toEqual(value(set.state))
  })
})
