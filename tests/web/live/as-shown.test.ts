import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Field, PackCommand, PackState } from '#domain/pack'
import { takesAway } from '../../../web/live/pending.ts'
import type { PackSession } from '../../../web/live/session.ts'
import { AT_ONCE, onePage, pageWithoutLine } from '../support/lossy-line.ts'
import { after, id, inSetup } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const RUNS = process.env.LONG_TESTS ? 5_000 : 400
/** The same each time; LIVE_SEED plays others. */
const SEED = Number(process.env.LIVE_SEED ?? 20_261_126)
const SAVED_MS = 12_000
const LOOK_MS = 100

const { view: empty, document, anna, ben } = inSetup()
const [comb, box, other, choice, signature, date, recipient, added, witness, rules] = Array.from({ length: 10 }, id) as [
  ...[string, string, string, string, string],
  ...[string, string, string, string, string],
]
const placed = { document, page: 0, x: 50_000, width: 100_000, height: 20_000 } as const
const view = after(
  empty,
  { ...placed, do: 'PlaceField', field: comb, type: 'text', y: 100_000, assignee: anna, layout: { as: 'comb', cells: 8 } },
  { ...placed, do: 'PlaceField', field: box, type: 'check', y: 200_000, assignee: anna, group: 'answer', exclusive: false },
  { ...placed, do: 'PlaceField', field: other, type: 'check', y: 300_000, assignee: anna, group: 'answer', exclusive: false },
  { ...placed, do: 'PlaceField', field: choice, type: 'choice', y: 400_000, assignee: anna, options: ['30 days', '60 days'] },
  { ...placed, do: 'PlaceField', field: signature, type: 'signature', y: 500_000, assignee: anna },
  { ...placed, do: 'PlaceField', field: date, type: 'date', y: 600_000, assignee: ben },
  { do: 'AddCopyRecipient', recipient },
  { do: 'AddAppendix', appendix: rules },
)

const is = <const T>(value: T) => fc.constant(value)
const one = <const T extends readonly unknown[]>(...of: T) => fc.constantFrom(...(of as readonly T[number][]))
const [any, boxes, who, on] = [one(comb, box, other, choice, signature, date), one(box, other), one(anna, ben), fc.boolean()]
const values = one('checked', 'unchecked', '30 days', '60 days', '2026-11-26', 'Castell & Sons', { method: 'typed', text: 'Mira' } as const)
const switched = one('SetOneClickSigning', 'SetFirstSignerMultiEdit', 'SetEmailOptional', 'SetTwoFactor', 'SetAnnotation')
const asked = (parts: object): fc.Arbitrary<PackCommand> => fc.record(parts as Record<string, fc.Arbitrary<unknown>>) as never

const ticks = asked({ do: is('FillField'), field: boxes, by: is('self'), value: one('checked', 'unchecked') })
const onBoxes = fc.oneof(
  { weight: 4, arbitrary: ticks },
  { weight: 4, arbitrary: asked({ do: one('RemoveField', 'RestoreField', 'RestoreField'), field: boxes }) },
  { weight: 1, arbitrary: asked({ do: is('ClearField'), field: boxes, by: is('self') }) },
  { weight: 1, arbitrary: asked({ do: is('GroupField'), field: boxes, group: one('answer', 'answer', null), exclusive: on }) },
  { weight: 1, arbitrary: asked({ do: is('AssignField'), field: boxes, assignee: one(anna, anna, 'self') }) },
)
const onFields = fc.oneof(
  asked({ do: is('FillField'), field: any, by: is('self'), value: values }),
  ticks,
  asked({ do: is('ClearField'), field: any, by: is('self') }),
  asked({ do: is('GroupField'), field: boxes, group: one('answer', 'else', null), exclusive: on }),
  asked({ do: is('AssignField'), field: any, assignee: one(anna, ben, 'self', null) }),
  asked({ do: is('RetypeField'), field: any, type: one('text', 'choice', 'date', 'check', 'signature', 'initial') }),
  asked({ do: is('SetFieldRequired'), field: any, required: on }),
  asked({ do: is('SetFieldOptions'), field: is(choice), options: one(['30 days'], ['60 days'], ['30 days', '60 days']) }),
  asked({ do: is('SetFieldAutoDate'), field: is(date), on }),
  asked({ do: is('LayOutField'), field: is(comb), layout: one(null, { as: 'comb', cells: 4 }, { as: 'comb', cells: 30 }) }),
  asked({ do: is('SetFieldMaxLength'), field: is(comb), most: one(null, 3, 30) }),
  asked({ do: is('SetFieldAutoFill'), field: is(comb), from: one('name', 'email', null) }),
  asked({ do: is('SetFieldCustomId'), field: any, customId: one('', 'term', 'choice_2') }),
  asked({ do: is('SetFieldTemporary'), field: any, on }),
  asked({ do: is('DescribeField'), field: any, description: one('As in the lease', '') }),
  asked({ do: is('MoveField'), field: any, page: one(0, 1), x: one(60_000, 70_000), y: one(10_000, 20_000) }),
  asked({
    do: is('ResizeField'),
    field: any,
    x: one(60_000, 70_000),
    y: one(10_000, 20_000),
    width: is(90_000),
    height: one(15_000, 25_000),
  }),
  asked({ do: is('ResizeField'), field: any, width: one(80_000, 110_000), height: is(30_000) }),
  asked({ ...each(placed), do: is('PlaceField'), field: is(added), type: one('text', 'check'), y: is(700_000), assignee: one(anna, null) }),
  asked({ do: is('RemoveField'), field: any }),
  asked({ do: is('RestoreField'), field: any }),
)
const onSigners = fc.oneof(
  asked({ do: is('AddSignatory'), signatory: is(witness), role: is('Witness') }),
  asked({ do: is('RemoveSignatory'), signatory: is(ben), withFields: on }),
  asked({ do: is('SetSigningOrder'), steps: one([[anna], [ben]], [[ben], [anna]], [[anna, ben]]) }),
  asked({ do: is('SetSequentialSigning'), on }),
)
const onAppendix = fc.oneof(
  asked({ do: is('DescribeAppendix'), appendix: is(rules), description: one('House rules', '') }),
  asked({ do: is('SetAppendixCustomId'), appendix: is(rules), customId: one('rules', '') }),
  asked({ do: is('SetAppendixAudience'), appendix: is(rules), audience: one(['team'], ['signatories', 'cc_recipients']) }),
  asked({ do: is('SetAppendixRequired'), appendix: is(rules), required: on }),
  asked({ do: one('RemoveAppendix', 'RestoreAppendix'), appendix: is(rules) }),
)
const besides = fc.oneof(
  onSigners,
  onAppendix,
  asked({ do: is('SetSignatoryRole'), signatory: who, role: one('Tenant', 'Owner', 'Agent') }),
  asked({ do: is('NameSignatory'), signatory: who, name: one('Anna Okafor', 'Ben Ahmadi', '') }),
  asked({ do: is('SetSignatoryEmail'), signatory: who, email: one('anna@example.com', 'ben@example.com', '') }),
  asked({ do: is('SetSignatoryChannel'), signatory: who, channel: one('email', 'sms') }),
  asked({ do: is('SetSignatoryOptional'), signatory: who, optional: on }),
  asked({ do: switched, on }),
  asked({ do: one('LockFields', 'UnlockFields') }),
  asked({ do: is('NameCopyRecipient'), recipient: is(recipient), name: one('Nell Archer', 'Omar Reyes') }),
  asked({ do: is('RemoveCopyRecipient'), recipient: is(recipient) }),
)
const command = fc.oneof({ weight: 3, arbitrary: onFields }, { weight: 2, arbitrary: besides })
const deeds = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 2 }), wait: one(0, 0, 0, 0, 100, 400, SAVED_MS) }),
    },
    { weight: 2, arbitrary: one('undo', 'redo') },
  ),
  { minLength: 2, maxLength: 10 },
)

/** Events before their answer, after it, and after those of calls that came later. */
const lines = one(AT_ONCE, { answersMs: 100, eventsMs: 0 }, { answersMs: 0, eventsMs: 150 }, { answersMs: 100, eventsMs: 250 })

test('whatever somebody does on a page is saved as it shows it, and it never shows anything else until then', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, lines, (done, delays) => isSavedAsShown(done, view, delays)),
    { numRuns: RUNS, seed: SEED },
  )
}, 300_000)

test('boxes that exclude each other, ticked, taken away and brought back before anything is saved, are saved as they are shown', async () => {
  const atOnce = fc.array(fc.record({ commands: fc.tuple(onBoxes), wait: is(0) }), { minLength: 3, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(atOnce, lines, (done, delays) => isSavedAsShown(done, after(view, exclusive, ticked(other)), delays)),
    { numRuns: RUNS, seed: SEED },
  )
}, 300_000)

test('whatever is done step by step is undone step by step, and done again, whether or not it is saved meanwhile', async () => {
  const step = fc.record({
    commands: fc.oneof(
      fc.array(onBoxes, { minLength: 1, maxLength: 9 }),
      fc.array(onFields, { minLength: 1, maxLength: 4 }),
      fc.tuple(onSigners),
      fc.tuple(onAppendix),
    ),
    wait: one(0, 0, 100, SAVED_MS),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), lines, async (steps, delays) => {
      const { server, session, close } = await onePage(after(view, exclusive, ticked(other)), delays)
      // Whatever fails: what it left running would be taken for what makes the next one fail.
      try {
        const seen = [looks(session.view())]
        for (const { commands, wait } of steps) {
          session.step(commands.filter((each) => isOffered(session.view(), each)))
          seen.push(looks(session.view()))
          await vi.advanceTimersByTimeAsync(wait)
        }
        const back = (direction: 'undo' | 'redo') => {
          const passed = [looks(session.view())]
          while (session.store[direction === 'undo' ? 'canUndo' : 'canRedo']) {
            session.history[direction]()
            passed.push(looks(session.view()))
          }
          return passed
        }
        const undone = back('undo')
        expect(differing(undone)).toEqual(differing(seen.toReversed()))
        await vi.advanceTimersByTimeAsync(steps[0]!.wait)
        expect(differing(back('redo'))).toEqual(differing(seen))
        await vi.advanceTimersByTimeAsync(SAVED_MS)
        expect(looks(session.view())).toEqual(seen.at(-1))
        expect(looks(server.now())).toEqual(seen.at(-1))
      } finally {
        close()
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 300_000)

const exclusive: PackCommand = { do: 'GroupField', field: box, group: 'answer', exclusive: true }
const ticked = (field: string): PackCommand => ({ do: 'FillField', field, by: 'self', value: 'checked' })

test('whatever somebody does without a line, on a page that they load again now and then, is saved as it was shown once there is one', async () => {
  const reloaded = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: ticks },
      { weight: 3, arbitrary: command },
      { weight: 2, arbitrary: one('reload') },
      { weight: 1, arbitrary: one('undo', 'redo') },
    ),
    { minLength: 2, maxLength: 10 },
  )
  const begun = after(view, exclusive, ticked(other))
  await fc.assert(
    fc.asyncProperty(reloaded, lines, async (done, delays) => {
      const { server, session, reload, heal, close } = await pageWithoutLine(begun)
      // Is on its way when the rest is done.
      session().step([{ do: 'DescribeField', field: signature, description: 'Here' }])
      await vi.advanceTimersByTimeAsync(0)
      for (const deed of done) {
        if (deed === 'reload') {
          const shown = looks(session().view())
          await reload()
          expect(looks(session().view())).toEqual(shown)
        } else if (typeof deed === 'string') session().history[deed]()
        else if (isOffered(session().view(), deed)) session().step([deed])
      }
      const meant = looks(session().view())
      const shown = allShownBy(session())
      heal(delays)
      for (let ms = 0; ms < 20 * SAVED_MS && session().store.saved.waiting > 0; ms += LOOK_MS) await vi.advanceTimersByTimeAsync(LOOK_MS)
      for (const each of shown) expect(looks(each)).toEqual(meant)
      expect(session().store.saved).toEqual({ state: 'saved', waiting: 0 })
      expect(looks(server.now())).toEqual(meant)
      close()
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 300_000)

const chosen: PackCommand = { do: 'FillField', field: choice, by: 'self', value: '60 days' }
test.each<{ readonly says: string; readonly before: readonly PackCommand[]; readonly commands: readonly PackCommand[] }>([
  {
    says: 'a field that became a choice and a text again, and has no cells any more',
    before: [],
    commands: [
      { do: 'RetypeField', field: comb, type: 'choice' },
      { do: 'RetypeField', field: comb, type: 'text' },
    ],
  },
  {
    says: 'a field that was sized from the left, and then from the right',
    before: [],
    commands: [
      { do: 'ResizeField', field: comb, x: 60_000, y: 90_000, width: 90_000, height: 30_000 },
      { do: 'ResizeField', field: comb, width: 120_000, height: 30_000 },
    ],
  },
  {
    says: 'a choice whose options did not hold what was chosen, and do again',
    before: [chosen],
    commands: [
      { do: 'SetFieldOptions', field: choice, options: ['30 days'] },
      { do: 'SetFieldOptions', field: choice, options: ['30 days', '60 days'] },
    ],
  },
  {
    says: 'a group of which one box might be ticked, and may both again',
    before: [ticked(box), ticked(other)],
    commands: [exclusive, { ...exclusive, exclusive: false }],
  },
  {
    says: 'a box that is no longer ticked, and then one of those of which one may be',
    before: [ticked(box), ticked(other)],
    commands: [{ do: 'FillField', field: box, by: 'self', value: 'unchecked' }, exclusive],
  },
  {
    says: 'a box that left a group in which another one is ticked, before it came to whose that one is',
    before: [{ do: 'AssignField', field: box, assignee: null }, exclusive, ticked(box), ticked(other)],
    commands: [
      { do: 'GroupField', field: box, group: null, exclusive: true },
      { do: 'AssignField', field: box, assignee: anna },
    ],
  },
  {
    says: 'a box whose tick took another one’s, and is gone',
    before: [exclusive, ticked(other)],
    commands: [ticked(box), { do: 'FillField', field: box, by: 'self', value: 'unchecked' }],
  },
  {
    says: 'a box whose tick took another one’s, and in which nothing stands any more',
    before: [exclusive, ticked(other)],
    commands: [{ do: 'DescribeField', field: comb, description: 'On its way' }, ticked(box), { do: 'ClearField', field: box, by: 'self' }],
  },
  {
    says: 'a ticked box that was away while another was ticked, and came back when both might be',
    before: [exclusive, ticked(other)],
    commands: [{ do: 'RemoveField', field: other }, ticked(box), { ...exclusive, exclusive: false }, { do: 'RestoreField', field: other }],
  },
  {
    says: 'a ticked box that was away while another was ticked, came back without its tick, and the other’s is taken away',
    before: [exclusive, ticked(other)],
    commands: [
      { do: 'RemoveField', field: other },
      ticked(box),
      { do: 'RestoreField', field: other },
      { do: 'FillField', field: box, by: 'self', value: 'unchecked' },
    ],
  },
])('$says, all before any of it was saved, is saved as it was shown', async ({ before, commands }) => {
  await isSavedAsShown(
    commands.map((command) => ({ commands: [command], wait: 0 })),
    after(view, ...before),
  )
})

test('a box that left its group and comes back to it, once the tick that another has by then is taken away, keeps its own', async () => {
  const leaves: PackCommand = { do: 'GroupField', field: other, group: null, exclusive: false }
  const described: PackCommand = { do: 'DescribeField', field: other, description: 'As in the lease' }
  const done = [leaves, ticked(box)].map((command) => ({ commands: [command], wait: LOOK_MS }))
  await isSavedAsShown([...done, { commands: [described], wait: 0 }, 'undo', 'undo', 'undo'], after(view, exclusive, ticked(other)))
})

test('what a field is called by itself stays what it was shown as, whatever another was called meanwhile', async () => {
  const commands: readonly PackCommand[] = [
    { do: 'RetypeField', field: comb, type: 'check' },
    { do: 'SetFieldCustomId', field: box, customId: 'term' },
    ticked(box),
  ]
  const done = commands.map((command) => ({ commands: [command], wait: 1 }))
  const backAndForth = [...commands.map(() => 'undo' as const), ...commands.map(() => 'redo' as const)]
  await isSavedAsShown([...done, ...backAndForth], after(view, exclusive, ticked(other)), { answersMs: 100, eventsMs: 0 })
})

test('a box that lost its tick in coming back has it again once all of that is undone', async () => {
  const { session, close } = await onePage(after(view, exclusive, ticked(other)), AT_ONCE)
  const before = looks(session.view())
  const unticked: PackCommand = { do: 'FillField', field: box, by: 'self', value: 'unchecked' }
  session.step([{ do: 'RemoveField', field: other }, ticked(box), { do: 'RestoreField', field: other }, unticked])
  session.history.undo()
  expect(looks(session.view())).toEqual(before)
  close()
})

test('a record removed and restored before it was saved can be removed again, no matter who touched it last', async () => {
  const { session, close } = await onePage(view, AT_ONCE)
  session.step([{ do: 'RemoveField', field: comb }])
  session.history.undo()
  await vi.advanceTimersByTimeAsync(SAVED_MS)
  session.history.redo()
  expect(session.view().fields[comb]?.removed).toBe(true)
  close()
})

test('an order of signing that was undone can be had again, though somebody was added and taken out again before they were saved', async () => {
  const { session, close } = await onePage(view, AT_ONCE)
  session.step([{ do: 'SetSigningOrder', steps: [[ben], [anna]] }])
  await vi.advanceTimersByTimeAsync(SAVED_MS)
  session.step([{ do: 'AddSignatory', signatory: witness }])
  session.history.undo()
  session.history.undo()
  await vi.advanceTimersByTimeAsync(SAVED_MS)
  session.history.redo()
  expect(looks(session.view()).steps).toEqual([[ben], [anna]])
  close()
})

type Deed = 'undo' | 'redo' | { readonly commands: readonly PackCommand[]; readonly wait: number }

async function isSavedAsShown(done: readonly Deed[], from: PackState = view, delays = AT_ONCE): Promise<void> {
  const { server, session, close } = await onePage(from, delays)
  for (const deed of done) {
    if (typeof deed === 'string') session.history[deed]()
    else {
      const offered = deed.commands.filter((each) => isOffered(session.view(), each))
      session.step(offered.some(takesAway) ? offered.slice(0, 1) : offered)
      if (deed.wait > 0) await vi.advanceTimersByTimeAsync(deed.wait)
    }
  }
  const meant = looks(session.view())
  const shown = allShownBy(session)
  await vi.advanceTimersByTimeAsync(SAVED_MS)
  for (const each of shown) expect(looks(each)).toEqual(meant)
  expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  expect(looks(server.now())).toEqual(meant)
  close()
}

/** What it shows now, and each time that it shows something else from now on, however shortly. */
function allShownBy(session: PackSession): ReadonlySet<PackState> {
  const shown = new Set([session.view()])
  session.subscribe(() => shown.add(session.view()))
  return shown
}

/** No page offers anything to do with whom or what is gone, but to bring back what is not theirs. */
function isOffered({ fields, signatories, copyRecipients, appendices }: PackState, asked: PackCommand): boolean {
  const gone = [...Object.values(fields), ...signatories, ...copyRecipients, ...appendices].filter(({ removed }) => removed)
  // Comes back to its assignee.
  const said = JSON.stringify(asked.do === 'RestoreField' ? [fields[asked.field]?.assignee] : asked.do === 'RestoreAppendix' ? [] : asked)
  return !gone.some((one) => said.includes('key' in one ? one.key : one.uuid))
}

function each(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)]))
}

/** What people see: not when it was, not what is removed, and not by which name of its own a field goes that nobody has named. */
function looks({ fields, signatories, copyRecipients, appendices, settings, steps, name }: PackState) {
  const live = <T extends { readonly removed: boolean }>(all: readonly T[]) => all.filter(({ removed }) => !removed)
  return {
    fields: Object.fromEntries(live(Object.values(fields)).map((field) => [field.key, looksOf(field)])),
    signatories: live(signatories).map(({ created: _, updated: __, ...signatory }) => signatory),
    copyRecipients: live(copyRecipients),
    appendices: live(appendices).map(({ created: _, updated: __, ...appendix }) => appendix),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== false)),
    steps: steps
      .map((step) => step.filter((uuid) => signatories.some((one) => one.uuid === uuid && !one.removed)))
      .filter(({ length }) => length),
    name,
  }
}
/** Without what is as the one before: a step may change what nobody sees. */
const differing = (all: readonly ReturnType<typeof looks>[]) => all.filter((one, at) => at === 0 || !isDeepStrictEqual(one, all[at - 1]))
const looksOf = ({ updated: _, updatedBy: __, ...field }: Field) => field
