import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as they came. */
  readonly content: string
}

/** What the server does with the next mails. */
export type Behaviour =
  | 'accept'
  /** 550 to the recipient. */
  | 'refuse-recipient'
  /** 554 to the content. */
  | 'refuse-content'
  /** 451: later, perhaps. */
  | 'busy'
  /** Takes the mail and drops the line before it has said so. */
  | 'take-and-drop'
  /** Never answers the content. */
  | 'hang'

export interface TestMailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  behave(how: Behaviour): void
  close(): Promise<void>
}

/** A mail server on loopback that can misbehave. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let how: Behaviour = 'accept'
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    converse(socket, () => how, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      how = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function converse(socket: Socket, how: () => Behaviour, received: ReceivedMail[]): void {
  let from = ''
  let to: string[] = []
  let content: string[] | null = null
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)

  const finish = (lines: string[]) => {
    const behaviour = how()
    if (behaviour === 'hang') return
    if (behaviour === 'refuse-content') return say('554 5.7.1 not wanted')
    received.push({ from, to, content: lines.map((line) => line.replace(/^\.\./, '.')).join('\n') })
    if (behaviour === 'take-and-drop') return socket.destroy()
    return say('250 2.0.0 taken')
  }

  const hear = (line: string) => {
    if (content) {
      if (line !== '.') return void content.push(line)
      const lines = content
      content = null
      return void finish(lines)
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    if (verb === 'EHLO' || verb === 'HELO') return say('250 test')
    if (verb === 'MAIL') {
      from = /<(.*?)>/.exec(line)?.[1] ?? ''
      to = []
      return say(how() === 'busy' ? '451 4.3.0 busy' : '250 ok')
    }
    if (verb === 'RCPT') {
      const address = /<(.*?)>/.exec(line)?.[1] ?? ''
      if (how() === 'refuse-recipient') return say(`550 5.1.1 <${address}> nobody here by that name`)
      to.push(address)
      return say('250 ok')
    }
    if (verb === 'DATA') {
      content = []
      return say('354 go on')
    }
    if (verb === 'QUIT') {
      say('221 bye')
      return void socket.end()
    }
    return say(verb === 'RSET' || verb === 'NOOP' ? '250 ok' : '502 unknown')
  }

  say('220 test')
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
}
