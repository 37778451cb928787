import type { Certificate } from './certificate.ts'
import { childrenOf, latin1, NotDer, objectIdOf, readDer, TAG, tagged } from './der.ts'

const ID = {
  access: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  issuers: '1.3.6.1.5.5.7.48.2',
  crls: '2.5.29.31',
  noCheck: '1.3.6.1.5.5.7.48.1.5',
} as const
/** A general name that is a URI (RFC 5280, 4.2.1.6). */
const URI = 0x86

/** Where a certificate says that it can be asked about. */
export interface RevocationPlaces {
  readonly ocsp: readonly string[]
  readonly crls: readonly string[]
  /** Where the certificate that issued it can be had. */
  readonly issuers: readonly string[]
}

/** Only what HTTP reaches. A certificate whose places cannot be read names none. */
export function placesOf({ extensions }: Certificate): RevocationPlaces {
  const access = orNone(() =>
    childrenOf(readDer(extensions.get(ID.access) ?? new Uint8Array()), TAG.sequence).map((one) => {
      const [method, location] = childrenOf(one, TAG.sequence)
      return { method: method ? objectIdOf(method) : '', url: location?.tag === URI ? latin1(location.content) : '' }
    }),
  )
  const crls = orNone(() =>
    childrenOf(readDer(extensions.get(ID.crls) ?? new Uint8Array()), TAG.sequence).flatMap((point) =>
      childrenOf(point, TAG.sequence).flatMap((part) => (part.tag === tagged(0) ? urisIn(part.content) : [])),
    ),
  )
  const by = (wanted: string) => access.flatMap(({ method, url }) => (method === wanted ? [url] : [])).filter(isHttp)
  return { ocsp: by(ID.ocsp), crls: crls.filter(isHttp), issuers: by(ID.issuers) }
}

/** Its issuer says that an OCSP responder's own certificate need not be asked about (RFC 6960, 4.2.2.2.1). */
export const needsNoCheck = ({ extensions }: Certificate): boolean => extensions.has(ID.noCheck)

/** The addresses in a distribution point's full name. */
export function urisIn(point: Uint8Array): string[] {
  const name = readDer(point)
  if (name.tag !== tagged(0)) return []
  return childrenOf(name).flatMap(({ tag, content }) => (tag === URI ? [latin1(content)] : []))
}

const isHttp = (url: string) => /^https?:\/\//i.test(url)

function orNone<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotDer) return []
    throw error
  }
}
