import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A Chromium without a download at test time: CHROMIUM, one that is installed, or the one inside the npm package.
 * That package's own arguments are left out: its single-process mode dies when a context closes.
 */
export async function launchOptions() {
  const named = process.env.CHROMIUM
  const executablePath = named ?? INSTALLED.find((path) => existsSync(path)) ?? (await sparticuz.executablePath())
  return { executablePath, args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'] }
}
