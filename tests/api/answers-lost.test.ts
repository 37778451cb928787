import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'

const twice = Boolean(process.env.ANSWERS_LOST)

test(`a call of these tests is sent ${twice ? 'twice under one key' : 'once'}`, async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers[HEADERS.idempotencyKey])
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/app/session`)
  server.close()
  expect(keys).toEqual(twice ? [expect.any(String), keys[0]] : [undefined])
})
