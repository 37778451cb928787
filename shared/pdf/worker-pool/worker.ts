import { parentPort } from 'node:worker_threads'
import { perform } from './perform.ts'
import type { Request } from './protocol.ts'

const port = parentPort!

port.on('message', (request: Request) => perform(request, (message, transfer = []) => port.postMessage(message, [...transfer])))
