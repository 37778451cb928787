/**
 * A UUID of version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then randomness.
 * @param now Unix time in milliseconds
 * @param random ten random bytes
 */
export function uuidv7(now: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  for (let i = 5, rest = now; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
