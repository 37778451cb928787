import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Random } from '#platform/ports'

/** Encrypts what is on its way. Each box is bound to its purpose, so that none can stand for another. */
export function boxes(key: Uint8Array, random: Random) {
  return {
    seal(purpose: string, text: string): string {
      const iv = random.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open(purpose: string, box: string): string {
      const bytes = Buffer.from(box, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
    name: (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32),
  }
}
export type Boxes = ReturnType<typeof boxes>
