import { describe, expect, test } from 'vitest'
import { FIELD_TYPES, type FieldValue, fieldTypes } from '#domain/pack'
import { idOf, typed } from '#tests/pack'

const types = Object.entries(fieldTypes)

describe('every type of field', () => {
  test('is in the registry, and the registry holds no other', () => {
    expect(Object.keys(fieldTypes).sort()).toEqual([...FIELD_TYPES].sort())
    expect(types.length).toBeGreaterThanOrEqual(6)
  })

  test('[D-183] is one of the specification’s', () => {
    const specified =
      'text, date, signature, initial, image, check, choice, file, note, blank, question, highlight, block, link, decline, approve, signer_setup'
    expect([...FIELD_TYPES].sort()).toEqual(specified.split(', ').sort())
  })

  test('[D-594] has a default size in whole thousandths of a point', () => {
    for (const [, type] of types) {
      expect(Number.isInteger(type.defaultSize.width) && type.defaultSize.width > 0).toBe(true)
      expect(Number.isInteger(type.defaultSize.height) && type.defaultSize.height > 0).toBe(true)
    }
  })

  test('refuses what cannot be a value of it', () => {
    const impossible = [42, null, {}, { method: 'stamped' }, { method: 'typed', text: '' }] as unknown as FieldValue[]
    for (const [, type] of types) for (const value of impossible) if (value !== null) expect(type.accepts(value, [])).toBe(false)
  })
})

describe('default help texts', () => {
  test('[D-392] text', () => expect(fieldTypes.text.helpText).toBe('Click on the box above and enter text.'))
  test('[D-393] date', () => expect(fieldTypes.date.helpText).toBe('Click on the box above and set the date.'))
  test('[D-394] initial', () => expect(fieldTypes.initial.helpText).toBe('Click on the box above to initial.'))
  test('[D-395] signature', () => expect(fieldTypes.signature.helpText).toBe('Click on the box above to sign.'))
  test('[D-397] file', () => expect(fieldTypes.file.helpText).toBe('Supporting document.'))
  test('[D-396] check', () => expect(fieldTypes.check.helpText).toBe('Click on the box above to tick/un-tick'))
  test('[D-402] decline', () =>
    expect(fieldTypes.decline.helpText).toBe('Decline to sign this document. You will be prompted to enter a reason for declining.'))
  test('[D-403] approve', () => expect(fieldTypes.approve.helpText).toBe('Approve this document.'))
  test('[D-401] image', () => expect(fieldTypes.image.helpText).toBe('Upload an image'))
  test('[D-399] question', () => expect(fieldTypes.question.helpText).toBe('This field will appear as a popup to the signer'))
  test('[D-400] highlight', () => expect(fieldTypes.highlight.helpText).toBe('Please make sure you understand this highlighted section.'))
  test('[D-398] choice', () => expect(fieldTypes.choice.helpText).toBe('Click on the box above and select an option.'))
})

describe('values', () => {
  test('text holds any script, emoji and markup as written, up to 10,000 characters', () => {
    for (const value of ['Zoë', 'شركة الطاحونة', '🖋️', '<script>alert(1)</script>']) expect(fieldTypes.text.accepts(value, [])).toBe(true)
    expect(fieldTypes.text.accepts('x'.repeat(10_000), [])).toBe(true)
    expect(fieldTypes.text.accepts('x'.repeat(10_001), [])).toBe(false)
    expect(fieldTypes.text.accepts(typed('x'), [])).toBe(false)
    expect(fieldTypes.text.completes('   ')).toBe(false)
  })

  test('a date is a day that exists', () => {
    expect(fieldTypes.date.accepts('2024-02-29', [])).toBe(true)
    for (const value of ['2026-02-30', '2026-02-29', '2026-13-01', '26-02-01', '1 March 2026', '2026-03-01T00:00:00Z', '']) {
      expect([value, fieldTypes.date.accepts(value, [])]).toEqual([value, false])
    }
  })

  test('[D-204] a tick box is checked or unchecked and nothing else', () => {
    expect(fieldTypes.check.accepts('checked', [])).toBe(true)
    expect(fieldTypes.check.accepts('unchecked', [])).toBe(true)
    for (const value of ['true', 'Checked', 'on', '1']) expect(fieldTypes.check.accepts(value, [])).toBe(false)
    expect(fieldTypes.check.completes('unchecked')).toBe(false)
  })

  test('a choice is one of its options', () => {
    expect(fieldTypes.choice.accepts('red', ['red', 'blue'])).toBe(true)
    expect(fieldTypes.choice.accepts('green', ['red', 'blue'])).toBe(false)
    expect(fieldTypes.choice.accepts('', [])).toBe(false)
  })

  test('an approval is given or not; nothing can be put into a way to decline, a cover, a highlight or a free space', () => {
    expect(fieldTypes.approve.accepts('approved', [])).toBe(true)
    expect(fieldTypes.approve.completes('approved')).toBe(true)
    for (const value of ['', 'yes', 'true', 'rejected']) expect(fieldTypes.approve.accepts(value, [])).toBe(false)
    for (const type of [fieldTypes.decline, fieldTypes.block, fieldTypes.highlight, fieldTypes.blank]) {
      for (const value of ['', 'covered', 'approved', 'declined']) expect(type.accepts(value, [])).toBe(false)
    }
  })

  test('a link leads to a page or a mailbox and nowhere else', () => {
    for (const value of ['https://example.org/a?b=c#d', 'http://example.org', 'mailto:office@example.org', 'https://zürich.example/']) {
      expect([value, fieldTypes.link.accepts(value, [])]).toEqual([value, true])
    }
    const refused = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://example.org',
      'example.org',
      ' https://a.example',
      '',
    ]
    for (const value of [...refused, `https://example.org/${'x'.repeat(2_000)}`]) {
      expect([value, fieldTypes.link.accepts(value, [])]).toEqual([value, false])
    }
  })

  test('an image is a picture that was uploaded: nothing drawn, nothing typed, no words', () => {
    const picture = { method: 'uploaded', file: idOf('picture'), digest: 'd'.repeat(43), width: 300, height: 100 } as const
    expect(fieldTypes.image.accepts(picture, [])).toBe(true)
    for (const value of ['a picture', typed('a picture'), { ...picture, width: 0 }, { ...picture, digest: 'd' }]) {
      expect(fieldTypes.image.accepts(value, [])).toBe(false)
    }
  })

  test('a signature is drawn, typed or uploaded, within bounds', () => {
    for (const type of [fieldTypes.signature, fieldTypes.initial]) {
      expect(type.accepts(typed('F. Irst'), [])).toBe(true)
      expect(type.accepts(typed('   '), [])).toBe(false)
      expect(type.accepts(typed('x'.repeat(201)), [])).toBe(false)
      expect(type.accepts('F. Irst', [])).toBe(false)
      expect(type.accepts({ method: 'drawn', height: 300, strokes: [[0, 0, 10, 10]] }, [])).toBe(true)
      expect(type.accepts({ method: 'drawn', height: 300, strokes: [] }, [])).toBe(false)
      expect(type.accepts({ method: 'drawn', height: 300, strokes: [[0, -1]] }, [])).toBe(false)
    }
  })
})

describe('what follows from the type', () => {
  test('only tick boxes are grouped, only choices have options, only dates set themselves', () => {
    const having = (answer: 'hasGroup' | 'hasOptions' | 'hasAutoDate') => types.filter(([, type]) => type[answer]).map(([name]) => name)
    expect(having('hasGroup')).toEqual(['check'])
    expect(having('hasOptions')).toEqual(['choice'])
    expect(having('hasAutoDate')).toEqual(['date'])
  })

  test('signatures and initials are cleared on revert, never copied, and filled by their own one click', () => {
    const signing = types.filter(([, type]) => type.isSignature)
    expect(signing.map(([name]) => name)).toEqual(['signature', 'initial'])
    for (const [, type] of types) expect([type.clearedOnRevert, type.oneClick !== null]).toEqual([type.isSignature, type.isSignature])
    for (const [, type] of signing) expect(type.replicable).toBe(false)
    expect(signing.map(([, type]) => type.oneClick)).toEqual(['oneClickSigning', 'oneClickInitial'])
  })
})
