import { crc32, deflateSync } from 'node:zlib'

/** An image as a PDF holds it: colour and transparency apart, each deflated. */
export interface PackedImage {
  readonly width: number
  readonly height: number
  readonly color: Uint8Array
  readonly alpha: Uint8Array
}

/**
 * A PNG may carry its own packed form in a private chunk, so that sealing need not decode a picture that was decoded when
 * it arrived. Viewers pass such chunks over. Only pictures that `normaliseSignatureImage` made are ever sealed, and it
 * writes every picture again, so no such chunk comes from anybody else.
 */
const CHUNK = 'pdFd'
const SIGNATURE_LENGTH = 8

export async function packedImage(png: Uint8Array): Promise<PackedImage> {
  return fromChunk(png) ?? (await packed(png))
}

/** The PNG with its packed form in it. */
export async function withPacked(png: Uint8Array): Promise<Uint8Array> {
  const { color, alpha } = await packed(png)
  const data = Buffer.concat([uint32(color.length), color, alpha])
  const named = Buffer.concat([Buffer.from(CHUNK, 'latin1'), data])
  const chunk = Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
  const end = png.length - 12
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)])
}

async function packed(png: Uint8Array): Promise<PackedImage> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(png).ensureAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const color = Buffer.alloc(pixels * 3)
  const alpha = Buffer.alloc(pixels)
  for (let i = 0; i < pixels; i++) {
    color[3 * i] = data[4 * i]!
    color[3 * i + 1] = data[4 * i + 1]!
    color[3 * i + 2] = data[4 * i + 2]!
    alpha[i] = data[4 * i + 3]!
  }
  return { width: info.width, height: info.height, color: deflateSync(color), alpha: deflateSync(alpha) }
}

function fromChunk(png: Uint8Array): PackedImage | null {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  for (let at = SIGNATURE_LENGTH; at + 12 <= view.length; ) {
    const length = view.readUInt32BE(at)
    const name = view.toString('latin1', at + 4, at + 8)
    if (name === CHUNK && at + 12 + length <= view.length) {
      const data = view.subarray(at + 8, at + 8 + length)
      const colorLength = data.readUInt32BE(0)
      return {
        width: view.readUInt32BE(16),
        height: view.readUInt32BE(20),
        color: new Uint8Array(data.subarray(4, 4 + colorLength)),
        alpha: new Uint8Array(data.subarray(4 + colorLength)),
      }
    }
    at += 12 + length
  }
  return null
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
