import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:net'
import sharp from 'sharp'
import { eventually } from '../../support/prepared.ts'

/** As Debian installs them (`webkit2gtk-driver`, `xvfb`). */
const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const [BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
export const hasWebKit = () => BROWSER !== undefined && [DRIVER, SCREEN].every((path) => existsSync(path))

/** The name under which the WebDriver standard refers to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

interface Found {
  click(): Promise<void>
  types(text: string): Promise<void>
  /** Draws a line between points of it, each from 0 to 1. */
  draws(...points: readonly (readonly [x: number, y: number])[]): Promise<void>
  /** Whether anything is painted within its frame. */
  hasInk(): Promise<boolean>
}

export interface WebKit {
  goes(url: string): Promise<void>
  /** Waits until such an element is shown and can be used. */
  finds(selector: string, name: RegExp): Promise<Found>
  picture(): Promise<Buffer>
  quits(): Promise<void>
}

/** A WebKit of its own, on a screen that nobody sees, by the protocol that all browsers' drivers speak. */
export async function startWebKit(): Promise<WebKit> {
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x1000x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]!.once('data', (bytes) => resolve(`:${String(bytes).trim()}`))
    screen.once('exit', () => reject(new Error('Xvfb ended before it had a screen')))
  })
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
  const quits = async () => {
    for (const each of [driver, screen]) await ended(each)
  }
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: T }
    if (!answer.ok) throw new Error(JSON.stringify(value))
    return value
  }
  try {
    await eventually(
      () => call('GET', '/status').catch(() => null),
      (status) => status !== null,
    )
    const options = { binary: BROWSER, args: ['--automation', '--private'] }
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    return inSession((method, path, body) => call(method, `/session/${sessionId}${path}`, body), quits)
  } catch (error) {
    await quits()
    throw error
  }
}

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

function inSession(call: Call, quits: () => Promise<void>): WebKit {
  const runs = <T>(script: string, ...args: readonly unknown[]) => call<T>('POST', '/execute/sync', { script, args })
  const picture = async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64')
  const found = (element: Record<string, string>): Found => {
    const at = `/element/${element[ELEMENT]}`
    const box = () =>
      runs<{ x: number; y: number; width: number; height: number }>('return arguments[0].getBoundingClientRect().toJSON()', element)
    return {
      click: () => call('POST', `${at}/click`, {}),
      types: (text) => call('POST', `${at}/value`, { text }),
      async draws(...points) {
        const { width, height } = await box()
        // Counted from the middle of the element.
        const [first, ...rest] = points.map(([x, y]) => ({
          type: 'pointerMove',
          duration: 50,
          origin: element,
          x: Math.round((x - 0.5) * width),
          y: Math.round((y - 0.5) * height),
        }))
        const actions = [first, { type: 'pointerDown', button: 0 }, ...rest, { type: 'pointerUp', button: 0 }]
        await call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] })
      },
      async hasInk() {
        const { x, y, width, height } = await box()
        const frame = 4
        const within = await sharp(await picture())
          .extract({
            left: Math.ceil(x) + frame,
            top: Math.ceil(y) + frame,
            width: Math.floor(width) - 2 * frame,
            height: Math.floor(height) - 2 * frame,
          })
          .removeAlpha()
          .png()
          .toBuffer()
        const { channels } = await sharp(within).stats()
        return channels.some(({ min, max }) => max - min > 40)
      },
    }
  }
  return {
    picture,
    goes: (url) => call('POST', '/url', { url }),
    async finds(selector, name) {
      const look = `const named = (each) => each.getAttribute('aria-label') ?? (each.labels?.[0] ?? each).textContent
        return [...document.querySelectorAll(arguments[0])]
          .find((each) => each.getClientRects().length > 0 && !each.disabled && new RegExp(arguments[1]).test(named(each).trim())) ?? null`
      const element = await eventually(
        () => runs<Record<string, string> | null>(look, selector, name.source),
        (each) => each !== null,
      )
      return found(element!)
    },
    async quits() {
      await call('DELETE', '').catch(() => undefined)
      await quits()
    },
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
