import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { EXAMPLE_TEMPLATE } from '#contract/document-list'
import { digestOf } from '#domain/kernel'
import { pack as aggregate } from '#domain/pack'
import { fromMilli } from '#pdf/geometry'
import { commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { Handler } from '#platform/jobs'
import { memoryKeyIndex } from '#platform/key-index'
import { memorySubjectKeys } from '#platform/subject-keys'
import { testServer } from '#tests/server'
import { testWorld } from '#tests/world'
import { defineExample } from '../../command-api/accounts/index.ts'
import { eventually, newId, viewOf } from '../support/prepared.ts'

type List = { documents: { key: string; document_name: string; status: string; created_by: string }[] }

test('[D-621] the first account finds a template called ‘example template’, ready to use, and none again once it is deleted', async () => {
  const server = await testServer({ environment: { PARAPH_EXAMPLE: 'true' } })
  const { owner, application } = server
  const templates = () => owner.get<List>('/app/documents?document_type=template')
  const { documents } = await eventually(templates, (answer) => answer.documents.length > 0)
  expect(documents).toMatchObject([{ document_name: 'example template', status: 'setup' }])
  const { view } = await viewOf(owner, documents[0]!.key)
  expect(view.signatories.map(({ role, name }) => [role, name])).toEqual([
    ['provider', ''],
    ['client', ''],
  ])
  const fields = view.fieldOrder.map((key) => view.fields[key]!)
  const bottom = ({ y, height }: { y: number; height: number }) => Math.round(fromMilli(y + height))
  expect(fields.map((field) => [field.type, field.page, fromMilli(field.x), bottom(field)])).toEqual([
    ['signature', 1, 72, 406],
    ['text', 1, 72, 456],
    ['date', 1, 72, 498],
    ['signature', 1, 315.6, 406],
    ['text', 1, 315.6, 456],
    ['date', 1, 315.6, 498],
  ])
  const used = await owner.get<{ document: { key: string; document_name: string } }>(
    `/app/documents/${documents[0]!.key}/create_a_copy?template_to_document=true`,
  )
  expect(used.document.document_name).toBe(EXAMPLE_TEMPLATE)

  await owner.get(`/app/documents/${documents[0]!.key}/delete_document`)
  await eventually(templates, (answer) => answer.documents.length === 0)
  const { jobs } = application.foundation
  const again = newId()
  await jobs.send('example-template', { workspace: server.workspace, creator: documents[0]!.created_by }, { key: again })
  await eventually(
    () => jobs.find(again),
    (job) => job?.state === 'done',
  )
  expect((await templates()).documents).toEqual([])
  await server.close()
})

test('an installation that wants no example has none, and none is asked for', async () => {
  const server = await testServer({ environment: { PARAPH_EXAMPLE: 'false' } })
  expect(await server.application.foundation.jobs.find(`example-template:${server.workspace}`)).toBeNull()
  await server.close()
})

/** The job with everything in memory; `fails` is asked at each step whether it breaks there. */
function exampleJob(fails: (step: string) => boolean) {
  const world = testWorld()
  const log = memoryEventLog(world)
  const keyIndex = memoryKeyIndex()
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  const breaking = (step: string) => {
    if (fails(step)) throw new Error(step)
  }
  const files = {
    reserve: async () => breaking('reserve'),
    async store() {
      breaking('store')
      return { digest: digestOf('sample'), size: 6 }
    },
    remove: async () => undefined,
  } as unknown as Files
  let run: Handler = async () => undefined
  const pages = [1, 2].map(() => ({ width: 595_280, height: 841_890 }))
  defineExample({
    handler: {
      ...handler,
      async handle(command) {
        breaking(`before ${command.stream.split('-')[0]}`)
        const outcome = await handler.handle(command)
        breaking(`after ${command.stream.split('-')[0]}`)
        return outcome
      },
    },
    keyIndex,
    files,
    intake: { convert: async () => ({ ok: true, bytes: new Uint8Array(6), pages, repaired: false }) },
    jobs: {
      define: (_queue, job) => {
        run = job
      },
    },
    world,
    tokenKey: new Uint8Array(32),
    defaultCountry: 'AU',
    sample: () => readFile('assets/sample.pdf'),
  })
  const data = { workspace: newId(), creator: newId() }
  const job = { key: 'example', attempt: 1, last: false, signal: new AbortController().signal }
  return { log, handler, keyIndex, run: () => run(data, job) }
}

test('a crash between any two steps of making it leaves one example after the next run, and a whole one', async () => {
  for (const step of ['reserve', 'store', 'before pack', 'after pack', 'before installation', 'after installation']) {
    let broken = false
    const { run, handler, keyIndex, log } = exampleJob((at) => {
      if (broken || at !== step) return false
      broken = true
      return true
    })
    await expect(run(), step).rejects.toThrow(step)
    await run()
    await run()
    const { pack } = (await keyIndex.find('example', 'made-for'))!
    const { state } = await handler.load(`pack-${pack}`, aggregate)
    expect([step, state.kind, state.fieldOrder.length, state.documents[0]?.conversion.state]).toEqual([step, 'template', 6, 'converted'])
    const packs = new Set<string>()
    for (const { event } of (await log.readAll('', 1_000)).events) if (event.stream.startsWith('pack-')) packs.add(event.stream)
    expect([...packs]).toEqual([`pack-${pack}`])
  }
})
