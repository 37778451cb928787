import { describe, expect, test } from 'vitest'
import type { FoundField } from '#contract/form-fields'
import { initial } from '#domain/pack'
import { commandsFor, withRoom } from '../../web/features/form-import/commands.ts'

const found = (number: number, x: number, more: Partial<FoundField> = {}): FoundField => ({
  ...{ form_field: number, page: 0, x, y: 40, width: 20, height: 20, type: 'check', custom_id: `box ${x}`, description: '' },
  ...{
    required: false,
    options: [],
    checkbox_group: null,
    multiline: false,
    comb: null,
    longest: null,
    filled: false,
    data: null,
    lost: [],
  },
  ...more,
})
let keys = 0
const to = { document: 'lease', pages: [{ width: 600_000, height: 800_000 }], assignee: null, newKey: () => `key ${++keys}` }

describe('form fields that are taken over', () => {
  test('begin with what the form holds, where that is a value of theirs', () => {
    const text = { type: 'text', width: 100 } as const
    const commands = commandsFor(
      [
        found(0, 40, { checkbox_group: 'Ads', data: 'checked' }),
        found(0, 80, { checkbox_group: 'Ads' }),
        found(1, 120, { ...text, data: 'DD/MM/YYYY' }),
        found(2, 240, { ...text, data: 'too long', longest: 4 }),
        found(3, 360, { ...text, data: '12345678', comb: 8, longest: 8 }),
        found(4, 480, { type: 'choice', options: ['a', 'b'], data: 'c' }),
      ],
      to,
    )
    const placed = commands.flatMap((command) => (command.do === 'PlaceField' ? [command] : []))
    expect(placed.map(({ exclusive, group }) => [exclusive, group]).slice(0, 2)).toEqual([
      [true, 'Ads'],
      [true, 'Ads'],
    ])
    expect(placed.map(({ layout, maxLength }) => [layout, maxLength]).slice(2, 5)).toEqual([
      [null, null],
      [null, 4],
      [{ as: 'comb', cells: 8 }, null],
    ])
    const filled = commands.flatMap((command) => (command.do === 'FillField' ? [[command.field, command.value]] : []))
    expect(filled).toEqual([
      [placed[0]!.field, 'checked'],
      [placed[2]!.field, 'DD/MM/YYYY'],
      [placed[4]!.field, '12345678'],
    ])
  })

  test('find room with all their boxes, or are left with all of them', () => {
    const fields = [found(0, 40), found(1, 45, { checkbox_group: 'Ads' }), found(1, 200, { checkbox_group: 'Ads' }), found(2, 300)]
    expect(withRoom(fields, { ...to, view: initial })).toEqual([fields[0], fields[3]])
    expect(withRoom(fields.slice(1), { ...to, view: initial })).toEqual(fields.slice(1))
  })
})
