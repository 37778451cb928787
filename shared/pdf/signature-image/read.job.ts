import type { Answer } from '#pdf/worker-pool'
import { inkOf } from './ink.ts'
import { normalisePicture, normaliseSignatureImage } from './normalise.ts'
import type { NotASignatureImage, PictureRead, PictureRequest } from './types.ts'

const NORMALISE = { signature: normaliseSignatureImage, picture: normalisePicture }

export default async ({ bytes, kind, withInk }: PictureRequest): Promise<Answer<PictureRead | NotASignatureImage>> => {
  const whole = await NORMALISE[kind](bytes)
  return { value: whole.ok ? { ok: true, whole, ink: withInk ? await inkOf(whole) : null } : whole }
}
