import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROLES, readConfiguration, SETTINGS } from '#platform/configuration'
import { ON_ITS_WAY_MS } from '../../command-api/edge/request-deadline.ts'

// No Docker engine is asked here: these are rules that compose.yaml and the Dockerfile must keep.
const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const text = file('compose.yaml')

const span = z.string().regex(/^\d+(ms|s|m)$/)
const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully'])
const service = z.strictObject({
  image: z.string().regex(/^[\w./-]+:[\w.-]+$/, 'needs a version'),
  build: z.literal('.').optional(),
  restart: z.literal('unless-stopped').optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  user: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  shm_size: z.string().optional(),
  stop_grace_period: span.optional(),
  networks: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition })).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()).min(2), interval: span, timeout: span, retries: z.int(), start_period: span.optional() })
    .optional(),
})
/** The part of the format of Compose that is used, strictly: a misspelt key would be ignored without a word. */
const shape = z.object({
  name: z.string(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.strictObject({})),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
})
const compose = shape.parse(parse(text, { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)

const lines = file('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const all = (word: string) => lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : []))

test('compose.yaml has every part and names nothing that is not there', () => {
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining([
      'proxy',
      'api',
      'projections',
      'processes',
      'postgres',
      'mongodb',
      'eventstore-1',
      'eventstore-2',
      'eventstore-3',
    ]),
  )
  for (const [name, { networks, volumes = [], secrets = [], depends_on = {} }] of services) {
    for (const network of networks) expect(compose.networks, name).toHaveProperty(network)
    for (const secret of secrets) expect(compose.secrets, name).toHaveProperty([secret])
    for (const [from = ''] of volumes.map((volume) => volume.split(':'))) {
      if (from.startsWith('./')) expect(() => file(from.slice(2))).not.toThrow()
      else expect(compose.volumes, name).toHaveProperty([from])
    }
    for (const [other, { condition: wanted }] of Object.entries(depends_on)) {
      if (wanted === 'service_healthy') expect(compose.services[other]?.healthcheck, `${name} waits for ${other}`).toBeDefined()
      else expect(compose.services).toHaveProperty([other])
    }
  }
  const used = (kind: 'volumes' | 'secrets') => services.flatMap(([, each]) => (each[kind] ?? []).map((one) => one.split(':')[0]))
  for (const volume of Object.keys(compose.volumes)) expect(used('volumes')).toContain(volume)
  for (const secret of Object.keys(compose.secrets)) expect(used('secrets')).toContain(secret)
})

test('everything that stays is checked, comes back, and has a version; nothing but the proxy is open to the world', () => {
  for (const [name, { image, restart, healthcheck, ports = [] }] of services) {
    expect(image, name).not.toMatch(/:latest$/)
    if (name !== 'certificates') expect({ name, restart, healthcheck }).toMatchObject({ restart: 'unless-stopped', healthcheck: {} })
    if (name !== 'proxy') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
  }
  // No password stands in the file itself.
  expect(text).not.toMatch(/(PASSWORD|SECRET|KEY): (?!\/run\/secrets|\/certificates)\S/)
})

test('each role runs once, as nobody in particular, on a root that cannot be written, with settings that exist', () => {
  expect(ours.map(([, { environment }]) => environment?.PARAPH_ROLES).toSorted()).toEqual([...ROLES].toSorted())
  const known = new Set(SETTINGS.map(({ name }) => name))
  for (const [name, { environment = {}, ...each }] of ours) {
    expect(each, name).toMatchObject({ read_only: true, user: '1000:1000', cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    for (const variable of Object.keys(environment)) expect(known, name).toContain(variable.replace(/(_URL|_KEY)_FILE$/, '$1'))
    // What a stop may take in the program must fit into what Docker gives it.
    expect(Number.parseInt(each.stop_grace_period!, 10)).toBeGreaterThan(40)
    const { PARAPH_PUBLIC_URL: _, ...plain } = Object.fromEntries(
      Object.entries(environment).filter(([variable]) => !variable.endsWith('_FILE')),
    )
    const read = readConfiguration({ ...plain, MAIL_FROM: 'Paraph <paraph@example.com>' })
    expect(read).toMatchObject({ roles: [environment.PARAPH_ROLES], status: { port: 4690 } })
    expect(each.healthcheck?.test.join(' ')).toContain(`:${read.status?.port}/ready`)
  }
})

test('three nodes keep the events, each known by its own name and certificate', () => {
  const nodes = services.filter(([name]) => name.startsWith('eventstore-'))
  expect(nodes).toHaveLength(3)
  for (const [name, { environment = {}, volumes = [] }] of nodes) {
    expect(environment).toMatchObject({ EVENTSTORE_CLUSTER_SIZE: '3', EVENTSTORE_NODE_HOST_ADVERTISE_AS: name })
    expect(environment.EVENTSTORE_CERTIFICATE_FILE).toContain(`/${name}/`)
    expect(environment.EVENTSTORE_GOSSIP_SEED).toContain(name)
    expect(volumes[0]).toBe(`${name}-data:/var/lib/eventstore`)
    expect(file('deploy/make-secrets.sh')).toContain(`${name}:2113`)
  }
})

test('the Dockerfile builds in one stage and runs in another, as nobody, with nothing secret in it', () => {
  const stages = all('FROM').map((from) => /^(\S+:\d[\w.-]*) AS (\w+)$/.exec(from)?.[2])
  expect(stages).toEqual(['build', 'run'])
  expect(all('ADD')).toEqual([])
  for (const copied of all('COPY').filter((copy) => copy.startsWith('--from='))) expect(copied).toMatch(/^--from=build /)
  for (const folder of all('WORKDIR')) expect(folder).toMatch(/^\//)
  for (const run of all('RUN')) expect(run).not.toMatch(/sudo|curl|wget|apt-get|npm install|npm prune/)
  // What is written after the page, package-lock.json with it, would make the page an old one.
  expect(lines[lines.findIndex((line) => line.startsWith('RUN npm run build')) + 1]).toMatch(/^FROM /)
  expect([...all('ENV'), ...all('ARG')].join(' ')).not.toMatch(/password|secret|token|_key/i)
  expect(Number(all('USER').at(-1)?.split(':')[0])).toBeGreaterThan(0)
  const last = lines.slice(lines.findIndex((line) => line.startsWith('USER')))
  expect(last.some((line) => /^(RUN|COPY)/.test(line))).toBe(false)
  const [entry, command] = [all('ENTRYPOINT'), all('CMD')].map(([json]) => JSON.parse(json!) as string[])
  expect([...entry!, ...command!]).toEqual(['node', 'cli/paraph.ts', 'start'])
  // The page's sources come in; other builds, secrets and data stay out.
  const out = file('.dockerignore').split('\n')
  for (const kept of ['node_modules', 'deploy/secrets', 'data', '.env', '.git']) expect(out).toContain(kept)
})

test('the image by itself tells whether it is ready, as compose.yaml asks it, at the port that is set', async () => {
  const [options, command] = all('HEALTHCHECK')[0]!.split(/ +CMD /)
  const { interval, timeout, retries, start_period } = ours[0]![1].healthcheck!
  expect(options).toBe(`--interval=${interval} --timeout=${timeout} --retries=${retries} --start-period=${start_period}`)
  const settings = Object.fromEntries(
    all('ENV')[0]!
      .split(/ +/)
      .map((set) => set.split('=', 2) as [string, string]),
  )
  expect(readConfiguration(settings).status).toEqual({ host: '127.0.0.1', port: 4690 })

  let ready = false
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(ready ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const [, ...words] = JSON.parse(command!) as string[]
  const found = async (port: number) => {
    const env = { ...settings, PARAPH_STATUS_PORT: String(port) }
    const [code] = await once(spawn(process.execPath, words, { env, stdio: 'ignore' }), 'exit')
    return code
  }
  const { port } = server.address() as AddressInfo
  expect(await found(port)).toBe(1)
  ready = true
  expect([await found(port), ...new Set(asked)]).toEqual([0, '/ready'])
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  expect(await found(port)).toBe(1)
})

test('the proxy does not hold a request for longer than is left for its way', () => {
  const [, seconds] = /lb_try_duration (\d+)s/.exec(file('deploy/Caddyfile')) ?? []
  expect(Number(seconds) * 1_000).toBeLessThan(ON_ITS_WAY_MS)
})
