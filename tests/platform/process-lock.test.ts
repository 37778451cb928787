import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { DataFolderInUse, lockBriefly, lockDataFolder, refuseInUse } from '#platform/process-lock'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-lock-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

async function otherProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); process.stdout.write("up")'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  return child as ChildProcess & { pid: number }
}

test('a second start on the same data folder is refused and names the process', async () => {
  const other = await otherProcess()
  await lockDataFolder(dataDir, other.pid)
  const refused = await lockDataFolder(dataDir).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DataFolderInUse)
  expect((refused as DataFolderInUse).message).toContain(`process ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
})

test('the lock of a killed process is recognised as stale and taken over', async () => {
  const other = await otherProcess()
  await lockDataFolder(dataDir, other.pid)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const lock = await lockDataFolder(dataDir)
  await lock.release()
  expect(await readdir(dataDir)).toEqual([])
})

test('a lock whose number now belongs to another program is stale', async () => {
  await writeFile(join(dataDir, 'paraph.lock'), `${process.ppid} 1@another-boot\n`)
  const lock = await lockDataFolder(dataDir)
  await lock.release()
})

test('of many that start at once one gets the folder', async () => {
  await writeFile(join(dataDir, 'paraph.lock'), '999999999 1@gone\n')
  const others = await Promise.all(Array.from({ length: 6 }, otherProcess))
  const outcomes = await Promise.allSettled(others.map((other) => lockDataFolder(dataDir, other.pid)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  for (const other of others) other.kill('SIGKILL')
})

test('a takeover that was itself cut off does not keep the folder', async () => {
  await writeFile(join(dataDir, 'paraph.lock'), '999999999 1@gone\n')
  await writeFile(join(dataDir, 'paraph.lock.takeover'), '999999998 1@gone\n')
  const others = await Promise.all(Array.from({ length: 6 }, otherProcess))
  const outcomes = await Promise.allSettled(others.map((other) => lockDataFolder(dataDir, other.pid)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  for (const other of others) other.kill('SIGKILL')
})

test('a lock that was given back can be taken again', async () => {
  const lock = await lockDataFolder(dataDir)
  await expect(lockDataFolder(dataDir)).rejects.toThrow(DataFolderInUse)
  await lock.release()
  await (await lockDataFolder(dataDir)).release()
})

test('a process that shares the folder is refused while one has it to itself, and not for what takes a moment', async () => {
  const running = await lockDataFolder(dataDir)
  await expect(refuseInUse(dataDir)).rejects.toThrow(`(process ${process.pid}) is running on the data folder ${dataDir}, with its built-in`)
  await running.release()
  const moment = await lockBriefly(dataDir)
  await refuseInUse(dataDir)
  await expect(lockDataFolder(dataDir)).rejects.toMatchObject({ holder: { pid: process.pid, briefly: true } })
  await moment.release()
  await refuseInUse(dataDir)
})
