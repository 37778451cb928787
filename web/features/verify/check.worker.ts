import { verifyFile } from '#pdf/verification'
import type { Asked, Told } from './told.ts'

const tell = (told: Told, transfer: Transferable[] = []) => postMessage(told, { transfer })

addEventListener('message', ({ data: { bytes, options } }: MessageEvent<Asked>) => {
  verifyFile(bytes, { ...options, between: (done) => tell({ done }) }).then(
    // The very bytes that were checked go back: the page must show no others next to the report.
    (report) => tell({ report, bytes }, [bytes.buffer as ArrayBuffer]),
    () => tell({ failed: true }),
  )
})
tell({ ready: true })
