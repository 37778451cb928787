import { newKey } from '../http/index.ts'
import { browserOutbox } from './browser-outbox.ts'
import { httpCalls } from './calls.ts'
import { openConnection } from './connection.ts'
import { tabHistory } from './kept-history.ts'
import type { PackSession, PackSessionOptions, SessionPorts } from './session.ts'
import { sessionOn } from './session-on.ts'
import { pageTime } from './time.ts'

/** A session of this page: by HTTP and the socket, kept in this browser. A test brings some of its ports itself. */
export function createPackSession(options: PackSessionOptions & Partial<SessionPorts>): PackSession {
  const { documentKey, principal } = options
  const ports: SessionPorts = {
    calls: options.calls ?? httpCalls,
    outbox: options.outbox ?? browserOutbox(documentKey, principal, newKey()),
    memory: options.memory ?? tabHistory(documentKey, principal),
    connect: options.connect ?? openConnection,
    time: options.time ?? pageTime,
    newKey: options.newKey ?? newKey,
    warn: options.warn ?? ((words) => console.warn(words)),
  }
  return sessionOn(ports, options)
}
