import { createPrintedValues } from '#pdf/intake'
import { createPictures, PICTURE_LIMITS } from '#pdf/signature-image'
import { gate } from '../edge/gate.ts'
import { defineTopic } from '../topic.ts'
import { appendixRoutes } from './appendices.routes.ts'
import { customFieldRoutes } from './custom-fields.routes.ts'
import { dataFieldRoutes } from './data-fields.routes.ts'
import { fieldDataRoutes } from './field-data.routes.ts'
import { fieldRuleRoutes } from './field-rules.routes.ts'
import { fieldUploadRoutes } from './field-uploads.routes.ts'
import { formFieldRoutes } from './form-fields.routes.ts'
import { formViewRoutes } from './form-views.routes.ts'
import { imageUploadRoutes } from './image-uploads.routes.ts'

export const fields = defineTopic({
  open: ({ threads, separateWorker }) => ({
    printedValues: createPrintedValues(threads),
    // One at a time: that bounds what reading a picture takes.
    pictures: createPictures(separateWorker(PICTURE_LIMITS)),
    pictureGate: gate({ atOnce: 64, ofOne: 4 }),
  }),
  routes: [
    dataFieldRoutes,
    formFieldRoutes,
    fieldRuleRoutes,
    formViewRoutes,
    fieldUploadRoutes,
    imageUploadRoutes,
    fieldDataRoutes,
    appendixRoutes,
    customFieldRoutes,
  ],
})
