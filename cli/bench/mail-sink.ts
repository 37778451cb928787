import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface MailSink {
  readonly url: string
  /** Mails that it took. */
  taken(): number
  close(): Promise<void>
}

/** A mail server that takes every mail and keeps none. */
export async function mailSink(): Promise<MailSink> {
  let taken = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.setEncoding('latin1').write('220 sink\r\n')
    let [rest, isContent] = ['', false]
    socket.on('data', (part: string) => {
      rest += part
      for (;;) {
        const end = rest.indexOf(isContent ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + (isContent ? 5 : 2))
        if (isContent) taken += 1
        const begins = !isContent && /^DATA/i.test(line)
        socket.write(begins ? '354 go on\r\n' : /^QUIT/i.test(line) && !isContent ? '221 bye\r\n' : '250 ok\r\n')
        isContent = begins
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
