import type { Environment } from './environment.ts'
import { createHost, type Host } from './host.ts'
import { type Gateway, openGateway } from './live.ts'
import type { Random } from './random.ts'
import { type Role, type Server, startServer } from './server.ts'

const ALL: readonly Role[] = ['api', 'projections', 'processes']
/** By server: what it does. */
export const CLUSTERS: readonly (readonly (readonly Role[])[])[] = [
  [ALL],
  [ALL, ALL],
  [['api'], ['api'], ['processes', 'projections']],
  [['api'], ['processes'], ['processes'], ['projections'], ['projections']],
]

export interface Cluster {
  server(): Server | null
  gateway(): Gateway | null
  /** All that answer now. */
  servers(): readonly Server[]
  readonly slots: readonly { machine: Host; restart(after: number): void }[]
}

export function openCluster(servers: readonly (readonly Role[])[], house: Environment, chance: Random): Cluster {
  const { scheduler } = house
  const choice = chance.of('balancer')
  const live = servers.map((roles, at) => {
    let lives = 0
    let cancel = () => {}
    const slot = {
      server: null as Server | null,
      gateway: null as Gateway | null,
      machine: null as unknown as Host,
      api: roles.includes('api'),
      restart(after: number) {
        slot.machine.kill()
        slot.gateway?.die()
        slot.server = null
        slot.gateway = null
        // Killed again before it was back, it is started once: a second one would have a clock that nobody corrects.
        cancel()
        cancel = scheduler.after(after, begin)
      },
    }
    function begin(): void {
      const machine = createHost(`server-${at}.${lives++}`, scheduler, chance.of(`server ${at} ${lives}`))
      const server = startServer(house, machine, roles)
      slot.machine = machine
      slot.server = server
      // The process supervisor restarts one that could not start.
      const failed = () => {
        if (machine.alive) slot.restart(2_000)
      }
      server.started.catch(failed)
      if (slot.api) {
        openGateway(house, server).then((gateway) => {
          if (machine.alive) slot.gateway = gateway
          else gateway.die()
        }, failed)
      }
    }
    begin()
    return slot
  })
  const anyOf = <T>(found: readonly (T | null)[]): T | null => {
    const there = found.filter((one) => one !== null)
    return there.length > 0 ? choice.pick(there) : null
  }
  return {
    server: () => anyOf(live.map(({ api, server }) => (api ? server : null))),
    gateway: () => anyOf(live.map(({ gateway }) => gateway)),
    servers: () => live.flatMap(({ api, server }) => (api && server ? [server] : [])),
    slots: live,
  }
}
