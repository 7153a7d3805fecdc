import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitsByHand } from '../../testing/time-limits.ts'
import { remoteFetch } from './remote-fetch.ts'

const closing = new AbortController()
const requests: string[] = []
let answer = (_response: ServerResponse) => {}
const server = createServer((request, response) => {
  requests.push(request.method ?? '')
  answer(response)
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('an Inngest server that accepts requests without answering gets short requests, which detect its recovery', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/e/key`
  const send = () => fetchRemote(url, { method: 'POST', body: '[]' })
  const fetchRemote = remoteFetch(closing.signal)
  const limits = limitsByHand()
  answer = limits.reach
  await expect(send()).rejects.toThrow('timeout')
  await expect(send()).rejects.toThrow('timeout')
  answer = (response) => response.writeHead(404).end()
  expect((await send()).status).toBe(404)
  expect(requests).toEqual(['POST', 'HEAD', 'HEAD', 'POST'])
  expect(limits.set()).toEqual([15_000, 2_000, 2_000, 15_000])
  // Later requests are made as usual.
  expect((await send()).status).toBe(404)
  expect(requests).toHaveLength(5)
  closing.abort()
  await expect(send()).rejects.toThrow('aborted')
  expect(requests).toHaveLength(5)
})
