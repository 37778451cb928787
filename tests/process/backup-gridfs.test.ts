import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { mongoServer } from '#tests/mongodb'
import { testDatabase } from '#tests/postgres'
import { sealedPackOf } from '#tests/sealed-file'
import { freePort, removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '#tests/spawned'
import { firstAccount, uploaded } from '../support/prepared.ts'
import { startMailServer } from '../support/smtp.ts'

// Whole programs with a MongoDB: LONG_TESTS.
const mongo = process.env.LONG_TESTS === '1' ? await mongoServer() : { none: 'in the long lane' }
if ('none' in mongo) test.skip(`a backup of files in MongoDB: ${mongo.none}`, () => undefined)
else {
  test(`a backup takes the files out of GridFS on ${mongo.name}; a restore puts them into another, or onto a disk, and they are served as they were`, async () => {
    const ends: (() => Promise<unknown>)[] = [mongo.close]
    const [mails, port, masterKey] = [await startMailServer(), await freePort(), randomBytes(32).toString('base64')]
    ends.push(mails.close)
    let running: SpawnedServer | null = null
    ends.push(async () => running?.kill())
    const place = async (files: string | null) => {
      const [database, folder] = [await testDatabase(), await temporaryFolder()]
      ends.push(database.drop, () => removeFolder(folder))
      const gridFs = files === null ? {} : { MONGODB_URL: mongo.url.replace(/\/([^/?]+)(\?|$)/, `/$1_${files}$2`) }
      const env = { ...gridFs, DATABASE_URL: database.url, PARAPH_DATA: folder, PARAPH_MASTER_KEY: masterKey, SMTP_URL: mails.url }
      return {
        folder,
        async start() {
          running = await spawnServer({ dataDir: folder, port, env })
          return running
        },
        paraph: async (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
          (await promisify(execFile)('node_modules/.bin/node', ['cli/paraph.ts', ...words], { env: { ...process.env, ...env, ...more } }))
            .stdout,
        seals: () => readFile(join(folder, 'secrets', 'seals.pem'), 'utf8'),
        onDisk: () => readdir(join(folder, 'files')).catch(() => []),
      }
    }
    try {
      const first = await place('first')
      const server = await first.start()
      const account = await firstAccount(server.url)
      const sealed = await sealedPackOf(server.url, account, 'Sealed into GridFS')
      await uploaded(account, 'Uploaded into GridFS')
      const backup = join(first.folder, 'backup')
      const saved = await first.paraph(['backup', backup])
      expect(saved).toContain('keep PARAPH_MASTER_KEY too')
      const [, count] = /(\d+) files/.exec(saved)!
      expect(Number(count)).toBeGreaterThanOrEqual(2)
      expect(await first.onDisk()).toEqual([])
      await server.stop()

      for (const files of ['second', null]) {
        const restored = await place(files)
        // An operator who forgets the key that was set from outside is reminded of it.
        const forgets = files === null
        const output = await restored.paraph(['restore', backup], forgets ? { PARAPH_MASTER_KEY: '' } : {})
        expect(output.includes('set PARAPH_MASTER_KEY to the same one')).toBe(forgets)
        expect(output).toContain(`${count} files of`)
        expect(output).toContain('every chain whole')
        const again = await restored.start()
        // Sealed files stay this installation's own, and so does its certificate.
        expect(await restored.seals()).toBe(await first.seals())
        expect(Buffer.from(await account.bytes(`/app/serve/${sealed.file}`)).equals(Buffer.from(sealed.bytes))).toBe(true)
        expect((await restored.onDisk()).length > 0).toBe(files === null)
        // It goes on there.
        if (files !== null) await sealedPackOf(again.url, account, 'Sealed after the restore')
        await again.stop()
      }
    } finally {
      for (const end of ends.reverse()) await end()
    }
  }, 300_000)
}
