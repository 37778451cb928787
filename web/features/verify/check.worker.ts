import { verifyFile } from '#pdf/verification'
import type { CheckMessage, CheckRequest } from './check-messages.ts'

const tell = (message: CheckMessage, transfer: Transferable[] = []) => postMessage(message, { transfer })

addEventListener('message', ({ data: { bytes, options } }: MessageEvent<CheckRequest>) => {
  verifyFile(bytes, { ...options, between: (done) => tell({ done }) }).then(
    // The very bytes that were checked go back: the page must show no others next to the report.
    (report) => tell({ report, bytes }, [bytes.buffer as ArrayBuffer]),
    () => tell({ failed: true }),
  )
})
tell({ ready: true })
