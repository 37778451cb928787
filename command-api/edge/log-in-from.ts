import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type { LoginFrom } from '../accounts/index.ts'
import { neighbourhoodOf } from './client-address.ts'

const MOST = 60

/** Where somebody logs in: for limits, and for the list of their sessions. Not the address itself, nor all that a browser says of itself. */
export function logInFrom(request: FastifyRequest): LoginFrom {
  return {
    network: neighbourhoodOf(request.clientAddress),
    ...browserOf(String(request.headers['user-agent'] ?? '')),
    device: request.kept.device,
  }
}

/** What people call a browser and what it runs on; null for what is none. */
export function browserOf(agent: string): { readonly browser: string | null; readonly system: string | null } {
  if (agent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(agent.slice(0, 500))
  const known = (name: string | undefined) => name?.slice(0, MOST) || null
  return { browser: known(browser.name), system: known(os.name) }
}
