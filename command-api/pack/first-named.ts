import type { KeyIndex } from '#platform/key-index'

/**
 * The pack that a key stands for: the first who asks makes it up, all others are told the same. So that what is asked for
 * again, after an answer that was lost or a crash, makes the same pack and not a second one.
 */
export async function packNamedBy(keyIndex: KeyIndex, key: string, newId: () => string): Promise<string> {
  const pack = newId()
  const [held] = await keyIndex.register([{ key, kind: 'made-for', pack }])
  return held === undefined ? pack : ((await keyIndex.find(key, 'made-for'))?.pack ?? pack)
}
