import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address leads into a private network, or is not encrypted on the way: nothing was sent. */
export class ForbiddenDestination extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'ForbiddenDestination'
  }
}
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>

/** Where webhooks may go: to public addresses by https, and to the networks that the operator allows. */
export interface Destinations {
  /** @throws ForbiddenDestination where the address itself says that it is not allowed. A name is judged when it is looked up. */
  check(url: URL): void
  /** For `connect`: what it answers is what is connected to, so that a name cannot change its address in between. */
  readonly lookup: LookupFunction
}

export function destinations(allowed: readonly string[], lookUp: LookUp): Destinations {
  const networks = allowed.map((network) =>
    ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128}`),
  )
  const isAllowed = (address: string) => {
    const ip = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits))
  }
  const mayConnect = (address: string) => isAllowed(address) || ipaddr.process(address).range() === 'unicast'

  async function addressesOf(hostname: string): Promise<readonly LookupAddress[]> {
    const found = await lookUp(hostname)
    // One that is not allowed spoils all: which of them is connected to is not ours to say.
    if (found.length === 0 || !found.every(({ address }) => mayConnect(address))) {
      throw new ForbiddenDestination('the name leads to an address that is not public')
    }
    return found
  }
  return {
    check(url) {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const isAddress = isIP(host) !== 0
      if (isAddress && !mayConnect(host)) throw new ForbiddenDestination('the address is not public')
      if (url.protocol === 'https:') return
      if (url.protocol !== 'http:' || !(isAddress && isAllowed(host))) throw new ForbiddenDestination('the address is not encrypted')
    },
    lookup(hostname, options, callback) {
      addressesOf(hostname).then(
        (found) => {
          if (options.all) return callback(null, [...found])
          const [{ address, family } = { address: '', family: 4 }] = found
          callback(null, address, family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    },
  }
}
