import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '#tests/spawned'
import { serviceOf } from '../support/containers.ts'
import { eventually, firstAccount, uploaded, viewOf } from '../support/prepared.ts'

const docker = async (...args: string[]) => (await promisify(execFile)('docker', args, { maxBuffer: 2 ** 26 })).stdout.trim()
const does = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )

/** Why the image cannot be made here; null where it can. */
async function hindrance(): Promise<string | null> {
  if (!process.env.LONG_TESTS) return 'in the long lane'
  if (!(await does(docker('version')))) return 'no Docker engine answers'
  const [, base] = /^FROM (\S+)/m.exec(readFileSync('Dockerfile', 'utf8'))!
  const isThere = (await does(docker('image', 'inspect', base!))) || (await does(docker('pull', base!)))
  return isThere ? null : `a Docker engine answers, and ${base} cannot be had there`
}

/** What compose.yaml lets a role of ours do, as words of `docker run`. */
function confined(): string[] {
  const { user, cap_drop, security_opt, tmpfs, read_only, init } = serviceOf('api')
  const each = (option: string, values: readonly string[]) => values.flatMap((value) => [option, value])
  const lists = [...each('--cap-drop', cap_drop), ...each('--security-opt', security_opt), ...each('--tmpfs', tmpfs)]
  return ['--user', user, ...lists, ...(read_only ? ['--read-only'] : []), ...(init ? ['--init'] : [])]
}

const why = await hindrance()
if (why !== null) test.skip(`the image that the Dockerfile makes: ${why}`, () => undefined)
else {
  test('the image serves on a root that cannot be written, takes in a file, and serves again what it had after kill -9', {
    timeout: 1_200_000,
  }, async () => {
    const [name, port] = [`paraph-test-${randomBytes(4).toString('hex')}`, await freePort()]
    const url = `http://127.0.0.1:${port}`
    const serves = () =>
      eventually(
        () => does(fetch(`${url}/app/session`)),
        (answers) => answers,
        120_000,
      )
    try {
      await docker('build', '--tag', name, '.')
      await docker(
        'run',
        '--detach',
        '--name',
        name,
        ...confined(),
        '--publish',
        `127.0.0.1:${port}:4680`,
        '--volume',
        `${name}:/data`,
        name,
      )
      await serves()
      await eventually(
        () => docker('inspect', '--format', '{{.State.Health.Status}}', name),
        (health) => health === 'healthy',
        120_000,
      )
      const account = await firstAccount(url)
      const { pack } = await uploaded(account, 'In a container')
      // All process numbers begin again then: that of the database of before is another program's.
      await docker('kill', '--signal', 'KILL', name)
      await docker('start', name)
      await serves()
      expect((await viewOf(account, pack)).view.documents).toHaveLength(1)
    } finally {
      console.log((await docker('logs', name).catch(() => '')).slice(-2_000))
      await does(docker('rm', '--force', name))
      await does(docker('volume', 'rm', name))
      await does(docker('image', 'rm', '--force', name))
    }
  })
}
