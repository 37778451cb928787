import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** As Debian installs it. */
const INSTALLED = '/usr/bin/firefox-esr'
export const hasFirefox = () => existsSync(INSTALLED)

/** Firefox as it is installed, driven by its own protocol. */
export const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: fileURLToPath(new URL('./firefox-esr.mjs', import.meta.url)) },
} as const
