import type { Readable } from 'node:stream'
import { Refused, type Transport, Undelivered, type WireMail } from './transport.ts'

/** A mail server by its address, for example smtps://user:password@mail.example.com. */
export function smtpTransport(url: string, seconds = 30): Transport {
  const limit = seconds * 1000
  const open = async () => {
    // Loaded with the first letter: an installation without a mail server has no use for it.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: limit,
      greetingTimeout: limit,
      socketTimeout: limit,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0])
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    async send(letter) {
      const attachments: { filename: string; contentType: string; content: Readable }[] = []
      try {
        for (const { filename, mediaType, open } of letter.attachments) {
          attachments.push({ filename, contentType: mediaType, content: await open() })
        }
        opened ??= open()
        const transport = await opened
        await transport.sendMail({ ...plain(letter), attachments }).catch(asOurs)
      } finally {
        for (const { content } of attachments) content.destroy()
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

function plain({ attachments: _, ...letter }: WireMail) {
  // Tells other mail programs not to answer by themselves.
  return { ...letter, headers: { 'Auto-Submitted': 'auto-generated' } }
}

function asOurs(error: Error & { responseCode?: number; response?: string; code?: string; command?: string }): never {
  const answer = error.responseCode ?? 0
  if (answer >= 500 && answer < 600 && error.code !== 'EAUTH')
    throw new Refused(error.response ?? String(answer), error.command === 'RCPT TO')
  throw new Undelivered(answer ? `${error.code ?? 'SMTP'} ${answer}` : (error.code ?? 'SMTP'), { cause: error })
}
