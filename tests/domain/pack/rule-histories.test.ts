import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalise, isRefused, type Json } from '#domain/kernel'
import {
  type Audience,
  finalValueOf,
  isFilled,
  outcomesOf,
  type PackCommand,
  type PackState,
  pack,
  redact,
  viewChangesFor,
  viewFor,
} from '#domain/pack'
import { asked, decideIn, happened, idOf, type World } from '#tests/pack'
import { ruled, ruleHistories, SIGNERS, secretOf } from '#tests/rule-histories'

const RUNS = process.env.LONG_TESTS ? 10_000 : 300
const AUDIENCES: readonly Audience[] = [{ of: 'team' }, ...SIGNERS.map((part) => ({ of: 'signatory', signatory: idOf(part) }) as const)]

const isShown = (state: PackState, key: string) => state.fields[key]!.disabled === undefined
/** What rules decide by and on. */
const text = ({ fields, rules = [] }: PackState) =>
  canonicalise([Object.entries(fields).map(([key, { value, disabled = null }]) => [key, value, disabled]), rules] as unknown as Json)

/** What an audience that got these views holds after the events that follow. */
function followed(view: PackState, before: World, after: World, audience: Audience): PackState {
  let [state, held] = [before.state, view]
  for (const event of after.events.slice(before.events.length)) {
    const when = { time: event.meta.time, revision: event.revision, principal: event.meta.actor.principal }
    const seen = redact(state, event, audience)
    const isChanged = viewChangesFor(state, event.fact, audience)
    state = pack.evolve(state, event.fact, when)
    if (isChanged) held = viewFor(state, audience)
    else if (seen) held = pack.evolve(held, seen.fact, when)
  }
  return held
}

/** Who holds something that somebody else entered and has not finished with. */
function learnt(state: PackState, views: readonly PackState[]): readonly string[] {
  const open = SIGNERS.filter((part) => state.signatories.find(({ uuid }) => uuid === idOf(part))?.status !== 'complete')
  return views.flatMap((view, at) => {
    const own = AUDIENCES[at]!
    const held = JSON.stringify(Object.values(view.fields).map(({ value, disabled }) => [value, disabled]))
    return open.filter((part) => !(own.of === 'signatory' && own.signatory === idOf(part)) && held.includes(secretOf(part)))
  })
}

/** Before the server has answered, the page of the one who enters something shows what it decides itself. */
function foretold(world: World, command: PackCommand): { readonly page: PackState; readonly surely: readonly string[] } | null {
  const audience = 'by' in command && AUDIENCES.find((one) => one.of === 'signatory' && one.signatory === command.by)
  if (!audience) return null
  const own = { ...world, state: viewFor(world.state, audience) }
  const decision = decideIn(own, command)
  if (isRefused(decision)) throw new Error(decision.refused)
  const page = happened(own, decision).state
  const outcomes = outcomesOf(page)
  return { page, surely: Object.keys(page.fields).filter((key) => outcomes.of(key) !== 'unknown') }
}

test('whatever is ruled, entered, reverted and ruled again: server and browsers agree on what is shown, nobody learns a value by it, and what is hidden is in no final file', () => {
  const seen = { shown: 0, hidden: 0, surely: 0, unsure: 0 }
  fc.assert(
    fc.property(ruleHistories, (history) => {
      let world = ruled
      let views = AUDIENCES.map((audience) => viewFor(world.state, audience))
      const wrong: string[] = []
      for (const given of history) {
        const command = asked(given, world)
        const decision = decideIn(world, command)
        if (isRefused(decision)) continue
        const next = happened(world, decision)
        const outcomes = outcomesOf(next.state)
        for (const [key, field] of Object.entries(next.state.fields)) {
          const shown = isShown(next.state, key)
          seen[shown ? 'shown' : 'hidden']++
          if (shown !== (outcomes.of(key) !== 'disabled')) wrong.push(`${key} is not what its rules say`)
          if (!shown && (isFilled(field) || finalValueOf(next.state, field) !== null)) wrong.push(`${key} is hidden and there`)
        }
        views = AUDIENCES.map((audience, at) => {
          const held = followed(views[at]!, world, next, audience)
          if (text(held) !== text(viewFor(next.state, audience))) wrong.push(`${audience.of} holds something else`)
          for (const key of Object.keys(held.fields))
            if (isShown(held, key) !== isShown(next.state, key)) wrong.push(`${audience.of} does not see ${key} as it is`)
          return held
        })
        const ahead = foretold(world, command)
        for (const key of ahead?.surely ?? [])
          if (isShown(ahead!.page, key) !== isShown(next.state, key)) wrong.push(`the page was sure of ${key}`)
        seen.surely += ahead?.surely.length ?? 0
        if (ahead) seen.unsure += Object.keys(ahead.page.fields).length - ahead.surely.length
        wrong.push(...learnt(next.state, views))
        world = next
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: RUNS },
  )
  // The histories are about something.
  for (const many of Object.values(seen)) expect(many).toBeGreaterThan(RUNS / 10)
}, 1_200_000)
