import { expect, test } from 'vitest'
import { clearOf, roomFor } from '../../web/ui/clear-of.ts'

const room = { top: 16, bottom: 800 }

test('messages stand at their edge where nothing is in the way, and next to what is', () => {
  expect(clearOf(60, room, 'top', [])).toBe(16)
  expect(clearOf(60, room, 'bottom', [])).toBe(740)
  // A head of two lines, and what has the focus further down, in whatever order they are found.
  const taken = [
    { top: 200, bottom: 240 },
    { top: 0, bottom: 56 },
    { top: 57, bottom: 130 },
  ]
  expect(clearOf(54, room, 'top', taken)).toBe(138)
  // It does not go between two that leave too little room.
  expect(clearOf(55, room, 'top', taken)).toBe(248)
  expect(clearOf(60, room, 'bottom', [{ top: 750, bottom: 790 }])).toBe(682)
})

test('where there is no room, there is none', () => {
  expect(clearOf(60, room, 'top', [{ top: 0, bottom: 760 }])).toBe(null)
  expect(clearOf(60, room, 'bottom', [{ top: 60, bottom: 800 }])).toBe(null)
})

test('of the lines that have room the highest is taken, and in it the place furthest to the right', () => {
  const screen = { top: 16, bottom: 800, left: 16, right: 1008 }
  const size = { width: 400, height: 46 }
  expect(roomFor(size, screen, [])).toEqual({ left: 608, top: 16 })
  const head = { top: 0, bottom: 100, left: 0, right: 1024 }
  const menu = { top: 120, bottom: 152, left: 960, right: 992 }
  expect(roomFor(size, screen, [menu, head])).toEqual({ left: 552, top: 108 })
  // A long name leaves too little room next to the menu, but there is room below it.
  const name = { top: 125, bottom: 145, left: 100, right: 600 }
  expect(roomFor(size, screen, [menu, head, name])).toEqual({ left: 552, top: 153 })
  expect(roomFor(size, { ...screen, bottom: 190 }, [menu, head, name])).toBe(null)
})
