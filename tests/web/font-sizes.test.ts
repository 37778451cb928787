import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** What lies on a page of a document is as large as the page makes it. */
const ON_THE_PAGE = /(FieldLayer|field-box|page-layer|preview-layer|TeamLayer)\.module\.css$|signature\.module\.css$/

test('text is as large as its reader has asked their browser for: no font size is a number of pixels', async () => {
  const fixed: string[] = []
  let read = 0
  for await (const file of glob('web/{theme,ui,features}/**/*.css')) {
    if (ON_THE_PAGE.test(file)) continue
    read += 1
    for (const [said] of (await readFile(file, 'utf8')).matchAll(/(?<![\w-])(font|font-size|line-height|--t-\d+):[^;{}]*px[^;{}]*;/g))
      fixed.push(`${file}: ${said}`)
  }
  expect(read).toBeGreaterThan(50)
  expect(fixed).toEqual([])
})
