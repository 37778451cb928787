// usage: node prof.ts <datadir> <count> <projection> <prof?>

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { START } from '#platform/event-log'
import { auditTrailProjection } from '#projections/audit-trail'
import { listProjection } from '#projections/list'
import { rebuild } from '#projections/runner'
import { fill } from '/work/main/cli/bench/fill.ts'
import { composeApplication } from '/work/main/cli/compose.ts'

const [dir, count, which = 'list', prof] = process.argv.slice(2)
const app = await composeApplication({ dataDir: dir!, port: 0, quiet: true })
const { services: s, foundation } = app
const { rows } = await foundation.pool.query('select count(*)::int n from event_log')
if (rows[0].n < Number(count)) {
  const ws = s.world.ids.next(),
    user = s.world.ids.next()
  console.time('fill')
  await fill(s as any, { workspace: ws, user, count: Number(count) } as any)
  console.timeEnd('fill')
}
await s.queries.list({
  user: { key: '', email: '' },
  kind: 'document',
  status: 'all',
  trashed: false,
  limit: 1,
  workspace: s.world.ids.next(),
} as any)
for (const p of ['list', 'audit_trail']) {
  for (;;) {
    const { rows: r } = await foundation.pool.query('select position from projection where name=$1', [p])
    const h = await s.eventLog.head()
    if (s.eventLog.compare(r[0]?.position ?? '', h) >= 0) break
    await new Promise((r) => setTimeout(r, 200))
  }
}
const pgcpu = () => {
  // cpu ticks of all postgres backends (children of postmaster)
  const pid = readFileSync(dir + '/postgres/postmaster.pid', 'utf8').split('\n')[0]
  const st = (p: string) => readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const kids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  let t = Number(st(pid!)[13]) + Number(st(pid!)[14])
  for (const k of kids)
    try {
      const a = st(k)
      t += Number(a[11]) + Number(a[12])
    } catch {}
  return t * 10
}
for (let i = 0; i < 3; i++) {
  let n = 0
  let t0 = performance.now()
  let c0 = process.cpuUsage()
  let p0 = pgcpu()
  for (let after = START, end = false; !end; ) {
    const p = await s.eventLog.readAll(after, 2000)
    n += p.events.length
    after = p.position
    end = p.atEnd
  }
  let c = process.cpuUsage(c0)
  let ms = performance.now() - t0
  console.log(
    `read ${n} ${((n / ms) * 1000).toFixed(0)}/s node cpu ${((c.user + c.system) / n).toFixed(1)}us/ev pg ${(((pgcpu() - p0) * 1000) / n).toFixed(1)}`,
  )
  const ses = new Session()
  if (prof && i === 2) {
    ses.connect()
    await ses.post('Profiler.enable')
    await ses.post('Profiler.setSamplingInterval', { interval: 500 })
    await ses.post('Profiler.start')
  }
  t0 = performance.now()
  c0 = process.cpuUsage()
  p0 = pgcpu()
  const th0 = process.threadCpuUsage()
  const proj = (which === 'list' ? listProjection : auditTrailProjection)({ log: s.eventLog, keys: s.subjectKeys } as any)
  const rep = await rebuild({ pool: foundation.pool, log: s.eventLog }, proj)
  ms = performance.now() - t0
  c = process.cpuUsage(c0)
  const th = process.threadCpuUsage(th0)
  console.log(
    `rebuild ${which} ${rep.events} ${((rep.events / ms) * 1000).toFixed(0)}/s wall ${((ms * 1000) / rep.events).toFixed(1)} main ${((th.user + th.system) / rep.events).toFixed(1)} node cpu ${((c.user + c.system) / rep.events).toFixed(1)}us/ev pg ${(((pgcpu() - p0) * 1000) / rep.events).toFixed(1)} diff ${JSON.stringify(rep.differences)}`,
  )
  if (prof && i === 2) {
    const { profile } = await ses.post('Profiler.stop')
    writeFileSync(prof, JSON.stringify(profile))
  }
}
await app.close()
