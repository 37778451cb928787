import type { Readable } from 'node:stream'

export interface Attachment {
  readonly filename: string
  readonly mediaType: string
  /** Opened again for every try. */
  open(): Promise<Readable>
}

export interface Address {
  readonly name: string
  readonly address: string
}

export interface WireMail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly replyTo?: Address
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: Date
  readonly attachments: readonly Attachment[]
}

/** The mail server said no, and will say no again. `address`: it was this recipient that it refused. */
export class Refused extends Error {
  readonly address: boolean
  constructor(answer: string, address: boolean) {
    super(answer)
    this.name = 'Refused'
    this.address = address
  }
}

/** Not handed over this time, or unknown whether it was: to be tried again with the same Message-ID. */
export class Undelivered extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super('The mail could not be handed over.', options)
    this.name = 'Undelivered'
    this.code = code
  }
}

/** How long a mail is tried: some fifteen hours, ever more rarely up to once an hour. The mail server's administrator may be asleep. */
export const OVERNIGHT = { retries: 24, backoff: { firstSeconds: 5, maxSeconds: 3_600 } } as const

export interface Transport {
  /** Resolves when the mail server has taken responsibility. @throws Refused, Undelivered */
  send(letter: WireMail): Promise<void>
  close(): void
}
