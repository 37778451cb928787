import { expect, test, vi } from 'vitest'
import { type ConnectionPorts, openConnection } from '../../../web/live/connection.ts'

const emitted: string[] = []
vi.mock('../../../web/live/socket.ts', () => ({
  liveSocket: () => ({
    socket: {
      connected: true,
      on: () => undefined,
      off: () => undefined,
      emit: (name: string) => void emitted.push(name),
      timeout: () => ({ emitWithAck: async (name: string) => void emitted.push(name) }),
    },
    release: () => undefined,
  }),
}))

const opened = () =>
  openConnection({
    pack: 'p',
    sessionToken: null,
    calls: {} as ConnectionPorts['calls'],
    signing: false,
    revision: () => 1,
    converting: () => false,
    events: () => undefined,
    fresh: () => undefined,
    state: () => undefined,
    present: () => undefined,
    progress: () => undefined,
    ended: () => undefined,
  })
const count = (name: string) => emitted.filter((one) => one === name).length

test('a screen that takes a document over from another stays connected to it when that one goes', () => {
  const editor = opened()
  const progress = opened()
  expect(count('watch_pack')).toBe(2)
  editor.close()
  editor.close()
  expect(count('unwatch_pack')).toBe(0)
  progress.close()
  expect(count('unwatch_pack')).toBe(1)
  opened().close()
  expect(count('unwatch_pack')).toBe(2)
})
