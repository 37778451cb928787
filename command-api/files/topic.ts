import { createPageImages } from '#pdf/page-image'
import { createTempFiles } from '#pdf/temp-file'
import { postgresTempDownloads } from '#platform/temp-downloads'
import { defineTopic } from '../topic.ts'
import { fileRoutes } from './files.routes.ts'
import { finalFileRoutes } from './final-files.routes.ts'
import { pageImageRoutes } from './page-images.routes.ts'
import { tempDownloadRoutes } from './temp-downloads.routes.ts'
import { uploadRoutes } from './uploads.routes.ts'

export const files = defineTopic({
  async open({ threads, pool, files, world, untilDone, onClose }) {
    const tempDownloads = postgresTempDownloads({ pool, files, clock: world.clock, timers: world.timers, log: world.log })
    onClose(() => tempDownloads.stop())
    await untilDone(tempDownloads.sweep)
    return { pageImages: createPageImages(threads), tempFiles: createTempFiles(threads), tempDownloads }
  },
  routes: [fileRoutes, uploadRoutes, finalFileRoutes, pageImageRoutes, tempDownloadRoutes],
})
