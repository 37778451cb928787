import type { Answer } from '#pdf/worker-pool'
import type { SignatureImage } from './types.ts'
import { writtenImage } from './written.ts'

export default async (text: string): Promise<Answer<SignatureImage | null>> => ({ value: await writtenImage(text) })
