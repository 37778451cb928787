import { parentPort, workerData } from 'node:worker_threads'
import { leaveBeforeZlib } from './leave-before-zlib.ts'
import { END, type Request, type Up } from './protocol.ts'

const port = parentPort!
const asked = new Int32Array((workerData as { asked: SharedArrayBuffer }).asked)
leaveBeforeZlib(() => Atomics.load(asked, 0) === 1)
const { perform } = await import('./perform.ts')

port.postMessage({ kind: 'up' } satisfies Up)
port.on('message', (request: Request | typeof END) => {
  if (request === END) process.exit()
  void perform(request, (message, transfer = []) => port.postMessage(message, [...transfer]))
})
