import { z } from 'zod'
import { event } from '#domain/kernel'
import { id } from './define.ts'

export const erasure = {
  /**
   * What is held of these people here (signatories, recipients of copies) goes: their keys are destroyed after this. By key alone, so that
   * nothing tells who they were.
   */
  PersonErased: event(1, { people: z.array(id).min(1) }),
}
