import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Element {
  readonly said: string[]
  role?: string
}

test('[S-019 S-348] an old Internet Explorer is warned on the page, for 30 s, in a language that it knows', async () => {
  expect(await readFile('web/index.html', 'utf8')).toMatch(/<script nomodule src="\/old-browser\.js">/)
  const script = await readFile('web/public/old-browser.js', 'utf8')
  expect(script.replace(/\/\/.*/g, '')).not.toMatch(/=>|`|\b(?:const|let|class|async)\b|\.append\(|\.remove\(\)/)
  const shown: Element[] = []
  const made = () => {
    const element: Element = { said: [] }
    const setAttribute = (_name: string, value: string) => {
      element.role = value
    }
    return Object.assign(element, { setAttribute, appendChild: (words: string) => element.said.push(words) })
  }
  const root = {
    appendChild: (element: Element) => shown.push(element),
    removeChild: (element: Element) => shown.splice(shown.indexOf(element), 1),
  }
  const document = { getElementById: () => root, createElement: made, createTextNode: (words: string) => words }
  runInNewContext(script, { document, setTimeout })
  const warned = () => shown.filter(({ role }) => role === 'alert').map(({ said }) => said.join(''))
  expect(warned()).toEqual([expect.stringContaining('too old')])
  vi.advanceTimersByTime(29_999)
  expect(warned()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(warned()).toEqual([])
  // And still it is no empty page.
  expect(shown).toHaveLength(1)
})
