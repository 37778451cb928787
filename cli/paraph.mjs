#!/usr/bin/env node
// Runs on any Node from 20 on: Paraph itself needs the Node 24 that its packages bring along, which runs TypeScript as it is.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./paraph.ts', import.meta.url))
const [major] = process.versions.node.split('.').map(Number)

function nodeOfThePackages() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    console.error('Paraph’s packages are not installed. Run "npm ci" in its folder first.')
    process.exit(1)
  }
}

if (major >= 24) {
  await import('./paraph.ts')
} else {
  const child = spawn(nodeOfThePackages(), [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C reaches both of us: wait until the program has stopped cleanly. Other signals are handed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Node 24 could not be started (${error.message}). Run "npm ci" again.`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
