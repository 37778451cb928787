import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIELD_TYPES, fieldTypes } from '#domain/pack'
import { ACTIONS, actionFor, armingActions, arrow } from '../../../web/features/editor/actions/index.ts'
import { CLICK_PX } from '../../../web/features/editor/state/limits.ts'
import { tabName } from '../../../web/features/editor/state/tab-name.ts'
import { aligned, distributed, fitted, gapOf, gridded, spaced } from '../../../web/features/editor/tools/arrange.ts'
import { framing, moving, placing, resizing } from '../../../web/features/editor/tools/gestures.ts'
import { caught, frame } from '../../../web/features/editor/tools/marquee.ts'
import { pressedAgain } from '../../../web/features/editor/tools/single-click.ts'
import { snap } from '../../../web/features/editor/tools/snap.ts'
import { noteOn } from '../../../web/features/notes/notes.ts'
import { at, PER_PIXEL, testEditor } from '../support/editor.ts'
import { id, inSetup } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[D-373 D-591] a release within 8 px of the press is a click that places a field of the usual size; farther it draws one', () => {
  const e = testEditor()
  const near = placing(e.editor, 'text', at(200, 200), PER_PIXEL)!
  near.move(at(205, 205))
  near.end(at(205, 205))
  expect(e.box(e.editor.ui.selection[0]!)).toEqual({ page: 0, x: 120, y: 188, width: 160, height: 24 })
  expect(CLICK_PX).toBe(8)
  const far = placing(e.editor, 'text', at(300, 400, { free: true }), PER_PIXEL)!
  far.end(at(380, 430))
  expect(e.box(e.editor.ui.selection[0]!)).toEqual({ page: 0, x: 300, y: 400, width: 80, height: 30 })
  // The size last used of a type is the next one's.
  placing(e.editor, 'text', at(200, 600, { free: true }), PER_PIXEL)!.end(at(200, 600))
  expect(e.box(e.editor.ui.selection[0]!)).toMatchObject({ width: 80, height: 30 })
})

test('[D-370] a new field that would overlap another is not added, and the person sees a message', () => {
  const e = testEditor()
  const first = e.place('text', 100, 100)
  e.editor.place('text', { page: 0, x: 110_000, y: 105_000, width: 100_000, height: 20_000 })
  expect(e.there()).toEqual([first])
  expect(e.messages).toEqual(['overlaps'])
  // Moving over another is never refused (readings 12).
  const other = e.place('text', 100, 300)
  const gesture = moving(e.editor, other, at(110, 310), PER_PIXEL)!
  gesture.move(at(110, 112, { free: true }))
  gesture.end(at(110, 112))
  expect(e.box(other)).toMatchObject({ x: 100, y: 102 })
})

test('[S-097] a field stays on its page however far it is pulled, nudged or stretched', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  const pull = moving(e.editor, field, at(110, 110), PER_PIXEL)!
  pull.move(at(-900, -900))
  pull.end(at(-900, -900))
  expect(e.box(field)).toMatchObject({ x: 0, y: 0 })
  e.editor.nudge(-50_000, -50_000)
  expect(e.shown(field)).toMatchObject({ x: 0, y: 0 })
  e.editor.commitNudge()
  const stretch = resizing(e.editor, field, 'se', at(160, 24), PER_PIXEL)!
  stretch.move(at(5000, 5000))
  stretch.end(at(5000, 5000))
  expect(e.box(field)).toEqual({ page: 0, x: 0, y: 0, width: 595, height: 842 })
})

test('several fields keep their distances at the edge of the page', () => {
  const e = testEditor()
  const fields = [e.place('text', 50, 100), e.place('text', 150, 200)]
  e.editor.select(fields)
  const gesture = moving(e.editor, fields[1]!, at(160, 210), PER_PIXEL)!
  gesture.move(at(-500, 210, { free: true }))
  gesture.end(at(-500, 210))
  expect(fields.map((key) => e.box(key).x)).toEqual([0, 100])
})

test('fields of one page go to the page under the pointer', () => {
  const e = testEditor()
  const field = e.place('text', 50, 100)
  const gesture = moving(e.editor, field, at(60, 110), PER_PIXEL)!
  gesture.move(at(60, 410, { page: 1, free: true }))
  gesture.end(at(60, 410, { page: 1 }))
  expect(e.box(field)).toMatchObject({ page: 1, x: 50, y: 400 })
})

test('pulling with Alt leaves the field and places a copy for the same signer', () => {
  const e = testEditor()
  const field = e.place('signature', 50, 100)
  const gesture = moving(e.editor, field, at(60, 110), PER_PIXEL)!
  gesture.move(at(60, 310, { alt: true, free: true }))
  gesture.end(at(60, 310, { alt: true }))
  expect(e.box(field)).toMatchObject({ y: 100 })
  const copy = e.there().find((key) => key !== field)!
  expect(e.box(copy)).toMatchObject({ x: 50, y: 300 })
  expect(e.editor.view().fields[copy]).toMatchObject({ type: 'signature', assignee: e.anna })
})

test('giving a gesture up leaves everything as it was', () => {
  const e = testEditor()
  const field = e.place('text', 50, 100)
  const gesture = moving(e.editor, field, at(60, 110), PER_PIXEL)!
  gesture.move(at(260, 310))
  gesture.cancel()
  expect(e.shown(field)).toMatchObject({ x: 50, y: 100 })
  expect(e.session.store.canUndo).toBe(true)
  e.editor.undo()
  expect(e.there()).toEqual([])
})

test('[S-095] a frame smaller than 8 px in both directions selects nothing', () => {
  expect(frame({ x: 10, y: 10 }, { x: 17, y: 17 })).toBeNull()
  expect(frame({ x: 10, y: 10 }, { x: 17, y: 18 })).toEqual({ x: 10, y: 10, width: 7, height: 8 })
  expect(frame({ x: 30, y: 10 }, { x: 10, y: 5 })).toEqual({ x: 10, y: 5, width: 20, height: 5 })
})

test('[S-096] a frame selects what it touches; with shift it adds; a click on nothing selects nothing, once 200 ms show that it was one', () => {
  const e = testEditor()
  const boxes = [
    { key: 'a', x: 0, y: 0, width: 50, height: 20 },
    { key: 'b', x: 100, y: 0, width: 50, height: 20 },
  ]
  expect(caught({ x: 40, y: 10, width: 30, height: 30 }, boxes)).toEqual(['a'])
  framing(e.editor, at(40, 10), () => boxes).end(at(70, 40))
  expect(e.editor.ui.selection).toEqual(['a'])
  framing(e.editor, at(90, 10, { shift: true }), () => boxes).end(at(120, 40))
  expect(e.editor.ui.selection).toEqual(['a', 'b'])
  const press = () => framing(e.editor, at(300, 300), () => boxes).end(at(302, 302))
  press()
  vi.advanceTimersByTime(199)
  expect(e.editor.ui.selection).toEqual(['a', 'b'])
  pressedAgain()
  vi.advanceTimersByTime(1_000)
  expect(e.editor.ui.selection).toEqual(['a', 'b'])
  press()
  e.editor.select(['b'])
  vi.advanceTimersByTime(200)
  expect(e.editor.ui.selection).toEqual(['b'])
  press()
  vi.advanceTimersByTime(200)
  expect(e.editor.ui.selection).toEqual([])
})

test('edges and centres snap to those of others and of the page, with the guide that shows it', () => {
  const page = { width: 600_000, height: 800_000 }
  const other = { x: 100_000, y: 500_000, width: 200_000, height: 20_000 }
  const near = snap({ x: 103_000, y: 40_000, width: 90_000, height: 20_000 }, [other], page, 5_000)
  expect(near).toMatchObject({ dx: -3_000, dy: 0 })
  expect(near.guides).toEqual([{ axis: 'x', at: 100_000, from: 40_000, to: 520_000 }])
  expect(snap({ x: 252_000, y: 40_000, width: 100_000, height: 20_000 }, [], page, 5_000).dx).toBe(-2_000)
  expect(snap({ x: 120_000, y: 40_000, width: 60_000, height: 20_000 }, [other], page, 5_000)).toEqual({ dx: 0, dy: 0, guides: [] })
})

test('[S-093 S-094] arrow keys move by 1 point, with shift by 10', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  expect(arrow(e.editor, 'ArrowRight', false)).toBe(true)
  expect(e.shown(field)).toMatchObject({ x: 101, y: 100 })
  arrow(e.editor, 'ArrowDown', true)
  expect(e.shown(field)).toMatchObject({ x: 101, y: 110 })
  e.editor.select([])
  expect(arrow(e.editor, 'ArrowRight', false)).toBe(false)
})

test('[D-431 D-432] locked fields are neither placed, moved nor nudged', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.editor.step([{ do: 'LockFields' }])
  expect(e.editor.movable()).toBe(false)
  expect(arrow(e.editor, 'ArrowRight', false)).toBe(false)
  e.editor.place('text', { page: 0, x: 100_000, y: 400_000, width: 50_000, height: 20_000 })
  e.editor.commitBoxes({ [field]: { page: 0, x: 0, y: 0, width: 160_000, height: 24_000 } })
  expect(e.there()).toEqual([field])
  expect(e.box(field)).toMatchObject({ x: 100, y: 100 })
  expect(e.messages).toEqual(['fields-locked', 'fields-locked'])
})

test('a letter takes up a type, the ghost waits in the middle, arrows move it and Enter places it', () => {
  const e = testEditor()
  const letters = {
    text: 'T',
    date: 'D',
    signature: 'S',
    initial: 'I',
    check: 'B',
    choice: 'C',
    approve: 'A',
    decline: 'X',
    block: 'K',
    image: 'M',
    file: 'F',
    highlight: 'H',
    link: 'L',
    question: 'Q',
    note: 'N',
    blank: 'E',
    signer_setup: 'P',
  }
  const widgets = Object.fromEntries(Object.entries(letters).map(([type, letter]) => [type, { letter }])) as Parameters<
    typeof armingActions
  >[0]
  const all = [...Object.values(ACTIONS), ...armingActions(widgets)]
  const press = (key: string, more = {}) => {
    const action = actionFor(all, { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })
    if (action?.enabled(e.editor)) action.perform(e.editor, screen)
    return action?.name
  }
  const screen = { zoomIn() {}, zoomOut() {}, fitWidth() {}, middle: () => ({ page: 1, x: 300_000, y: 400_000 }) }
  expect(press('s')).toBe('place_signature')
  arrow(e.editor, 'ArrowDown', false)
  press('Enter')
  expect(e.box(e.there()[0]!)).toEqual({ page: 1, x: 220, y: 384, width: 160, height: 48 })
  press('Escape')
  expect(e.editor.ui.tool).toBeNull()
  expect(press('z', { ctrlKey: true })).toBe('undo')
  expect(press('z', { metaKey: true, shiftKey: true })).toBe('redo')
  expect(e.there()).toHaveLength(1)
  // Letters with Ctrl or Alt are somebody else's.
  expect(press('i', { ctrlKey: true })).toBeUndefined()
  expect(press('s', { altKey: true })).toBeUndefined()
})

test('fields are aligned with the outermost and spread with equal gaps', () => {
  const box = (x: number, width: number) => ({ page: 0, x, y: 0, width, height: 10 })
  const boxes = { a: box(0, 10), b: box(15, 10), c: box(90, 30) }
  expect(Object.values(aligned(boxes, 'right')).map(({ x }) => x)).toEqual([110, 110, 90])
  expect(distributed(boxes, 'x')).toMatchObject({ a: { x: 0 }, b: { x: 45 }, c: { x: 90 } })
})

test('a tool leaves a field where it is that would come to lie on another, and says which; what overlaps already may go on', () => {
  const e = testEditor()
  const [a, b, c] = [e.place('text', 100, 100), e.place('text', 300, 100), e.place('text', 320, 200)]
  e.editor.select([a, b, c])
  e.editor.arrange(aligned(e.editor.boxesOf(e.editor.selected()), 'left'))
  expect([a, b, c].map((key) => e.box(key).x)).toEqual([100, 300, 100])
  expect(e.messages).toEqual(['kept apart 1'])
  // A field that is not selected is in the way as well, and one that stays is in the way of the next.
  const below = e.place('text', 100, 300)
  e.editor.select([a, c])
  e.editor.arrange({
    [a]: { page: 0, x: 100_000, y: 200_000, width: 160_000, height: 24_000 },
    [c]: { page: 0, x: 100_000, y: 290_000, width: 160_000, height: 24_000 },
  })
  expect([a, c, below].map((key) => e.box(key).y)).toEqual([100, 200, 300])
  expect(e.messages).toEqual(['kept apart 1', 'kept apart 2'])
  // Taken apart by hand, half way: these two lie on each other already.
  e.editor.commitBoxes({ [a]: { page: 0, x: 100_000, y: 305_000, width: 160_000, height: 24_000 } })
  e.editor.arrange({ [a]: { page: 0, x: 110_000, y: 310_000, width: 160_000, height: 24_000 } })
  expect(e.box(a)).toMatchObject({ x: 110, y: 310 })
  expect(e.messages).toEqual(['kept apart 1', 'kept apart 2'])
})

test('a field that is sized by its handles stops at its neighbours, on the shorter way and in its proportions', () => {
  const e = testEditor()
  const field = e.place('text', 100, 100)
  e.place('text', 300, 100)
  e.place('text', 100, 200)
  const size = (handle: 'e' | 'se' | 's', to: [number, number], shift = false) => {
    e.editor.select([field])
    const gesture = resizing(e.editor, field, handle, at(260, 124, { shift }), PER_PIXEL)!
    gesture.move(at(...to, { free: true, shift }))
    gesture.end(at(...to, { free: true, shift }))
    const { width, height } = e.box(field)
    e.editor.undo()
    return [width, height]
  }
  expect(size('e', [400, 124])).toEqual([200, 24])
  expect(size('s', [260, 300])).toEqual([160, 100])
  expect(size('se', [400, 150])).toEqual([200, 50])
  expect(size('se', [290, 230])).toEqual([190, 100])
  expect(size('se', [420, 148], true)).toEqual([200, 30])
})

test('[D-076] a tab shows fifteen characters of a longer name, and never half of one', () => {
  expect(tabName('fifteen letters')).toBe('fifteen letters')
  expect(tabName('sixteen letters!')).toBe('sixteen letters…')
  expect(tabName(`${'x'.repeat(14)}🖋️ and more`)).toBe(`${'x'.repeat(14)}🖋…`)
})

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const SHEET = { width: 600, height: 800 }

test('a box snaps to the gap that two others have, and to the middle between two; the equal gaps are shown with their distances', () => {
  const row = [box(0, 100, 50, 20), box(80, 100, 50, 20)]
  const after = snap(box(158, 104, 33, 20), row, SHEET, 6)
  expect([after.dx, after.dy]).toEqual([2, -4])
  const shown = after.guides.filter(({ distance }) => distance !== undefined)
  expect(shown.map(({ from, to, distance }) => [from, to, distance]).sort((a, b) => a[0]! - b[0]!)).toEqual([
    [50, 80, 30],
    [130, 160, 30],
  ])
  const between = snap(box(117, 100, 20, 20), [box(0, 100, 50, 20), box(200, 100, 51, 20)], SHEET, 6)
  expect(between.dx).toBe(-2)
  expect(between.guides.filter(({ distance }) => distance === 65)).toHaveLength(2)
})

test('without equal gaps only the distance to the neighbour in line is shown, and none to one that is not in line', () => {
  const inLine = snap(box(120, 101, 40, 20), [box(0, 100, 50, 20)], SHEET, 6)
  expect(inLine.guides.flatMap(({ distance }) => distance ?? [])).toEqual([70])
  const next = snap(box(120, 114, 40, 28), [box(0, 100, 50, 20)], SHEET, 3)
  expect(next.guides.flatMap(({ distance }) => distance ?? [])).toEqual([])
})

test('[D-101] several fields get the gap that is asked for, the first staying where it is', () => {
  const at = (x: number, y: number) => ({ page: 0, ...box(x, y, 40, 20) })
  const boxes = { a: at(10, 0), b: at(200, 30), c: at(90, 60) }
  expect(gapOf(boxes, 'x')).toBeNull()
  const across = spaced(boxes, 'x', 12)
  expect([across.a!.x, across.c!.x, across.b!.x]).toEqual([10, 62, 114])
  expect(gapOf(across, 'x')).toBe(12)
  expect(across.b!.y).toBe(30)
})

test('[D-102] several fields stand in a grid, in the order in which they are read, and stay on the page', () => {
  const at = (x: number, y: number, width = 40) => ({ page: 0, ...box(x, y, width, 20) })
  const boxes = { d: at(12, 61), b: at(300, 4, 80), a: at(10, 0), c: at(500, 8) }
  const two = gridded(boxes, 2, { x: 10, y: 5 })
  const places = Object.fromEntries(Object.entries(two).map(([key, { x, y }]) => [key, [x, y]]))
  expect(places).toEqual({ a: [10, 0], b: [60, 0], c: [10, 25], d: [60, 25] })
  expect(fitted(gridded({ a: at(580, 780), b: at(585, 790) }, 2, { x: 10, y: 5 }), SHEET)).toMatchObject({ a: { x: 510 }, b: { x: 560 } })
  expect(fitted(gridded(boxes, 4, { x: 400, y: 5 }), SHEET)).toBeNull()
})

test('[W-304] a field of each type begins with one size, whether it is clicked, dragged or placed by keys, and a note that is written with that of notes', () => {
  for (const type of FIELD_TYPES) {
    const e = testEditor()
    const { width, height } = fieldTypes[type].defaultSize
    expect(e.editor.sizeOf(type)).toEqual({ width, height })
    e.editor.arm(type)
    e.editor.armAt({ middle: () => ({ page: 0, x: 300_000, y: 400_000 }) })
    expect(e.editor.ui.ghost).toMatchObject({ width, height })
    placing(e.editor, type, at(200, 300), PER_PIXEL)!.end(at(200, 300))
    expect(e.editor.view().fields[e.editor.ui.selection[0]!]).toMatchObject({ width, height })
  }
  const { view, document } = inSetup()
  const { width, height } = noteOn(view, { document, page: 0 }, { field: id(), by: 'self', text: 'Seen' })
  expect({ width, height }).toEqual(fieldTypes.note.defaultSize)
})
