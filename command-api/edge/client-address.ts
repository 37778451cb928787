import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { TrustedProxies } from '#platform/configuration'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it comes from, as `addressBehind` says it. */
    clientAddress: string
  }
}

export type AddressOf = (request: IncomingMessage) => string

/**
 * Where a request comes from, as the proxies tell that are trusted: the address named by the last of them. What stands before that in
 * `X-Forwarded-For` anybody may have written, and goes for nothing; so does what is no address.
 *
 * @returns an IPv4 address, or an IPv6 one where the client has no other; empty for a client that has already gone
 */
export function addressBehind(proxies: TrustedProxies): AddressOf {
  const isTrusted = trust(proxies)
  return (request) => proxyAddr.all(request, isTrusted).map(plain).findLast(isIP) ?? ''
}

/** As it was when the request came: the address of a client that has gone is no longer known. */
export function noteAddress(app: FastifyInstance, addressOf: AddressOf): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.clientAddress = addressOf(request.raw)
    done()
  })
}

/** The unit that limits count by. One IPv6 address comes with the 2⁶⁴ of its network. */
export const networkOf = (address: string): string => normalizeIP(address)

/** The unit that password attempts are counted by, and sessions shown with: an address and its neighbours that often belong to one party. */
export function neighbourhoodOf(address: string): string {
  if (address === '') return ''
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : `${networkOf(address)}/64`
}

function trust(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (proxies === 'nobody') return () => false
  if (proxies === 'nearest') return (_address, hop) => hop === 0
  const among = proxyAddr.compile([...proxies])
  return (address, hop) => isIP(plain(address)) > 0 && among(plain(address), hop)
}

/** Some proxies write a port behind the address; a socket that speaks both writes IPv4 as IPv6. */
function plain(address: string | undefined): string {
  const bare = address?.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1') ?? ''
  return bare.replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/i, '')
}
