import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { limitsByHand } from '../../testing/time-limits.ts'
import { isPublicAddress } from './public-address.ts'
import { createSafeFetch, type SafeFetchOptions, UnsafeUrlError } from './safe-fetch.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

function client(options: SafeFetchOptions = {}) {
  const created = createSafeFetch(options)
  open.push(() => created.close())
  return created
}

const local: SafeFetchOptions = { allow_networks: ['127.0.0.1/32'], allow_ports: 'any' }

async function server(handler: http.RequestListener): Promise<{ url: string; port: number; requests: () => number }> {
  let requests = 0
  const created = http.createServer((request, response) => {
    requests++
    handler(request, response)
  })
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise((resolve) => {
        created.closeAllConnections()
        created.close(resolve)
      }),
  )
  const { port } = created.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, requests: () => requests }
}

describe('addresses [W6]', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '3fff::1',
    '5f00::1',
    'fe80::1%eth0',
    '',
    'localhost',
    '8.8.8',
    '0x8080808',
    '010.8.8.8',
  ])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:400f:80d::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('URLs [W6]', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
    'http://１２７.０.０.１/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'javascript:alert(1)',
    '//8.8.8.8/',
    'nonsense',
    '',
    'http://user@8.8.8.8/',
    'http://user:pass@8.8.8.8/',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:25/',
    'http://8.8.8.8:6379/',
  ])('%j is refused both when entered and when called', async (url) => {
    await expect(client().assertPublicUrl(url)).rejects.toThrow(UnsafeUrlError)
    await expect(client().fetch(url)).rejects.toThrow(UnsafeUrlError)
  })

  test('public ones pass', async () => {
    expect((await client().assertPublicUrl('https://8.8.8.8:8443/x?y')).pathname).toBe('/x')
    const named = client({ resolve: async () => [{ address: '8.8.8.8', family: 4 }] })
    expect((await named.assertPublicUrl('https://hooks.example/x')).hostname).toBe('hooks.example')
  })

  test('a name with even one private address is refused', async () => {
    const mixed = client({
      resolve: async () => [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    })
    await expect(mixed.assertPublicUrl('https://hooks.example/')).rejects.toThrow(
      'hooks.example is not a publicly reachable http(s) address',
    )
    await expect(mixed.fetch('https://hooks.example/')).rejects.toThrow(UnsafeUrlError)
  })

  test('a name that cannot be found is refused when it is entered', async () => {
    const unknown = client({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    await expect(unknown.assertPublicUrl('https://hooks.example/')).rejects.toThrow('hooks.example cannot be found')
  })
})

test('a call resolves the name once, when it connects, so a second DNS answer changes nothing [W6]', async () => {
  const target = await server((_request, response) => response.end('hello'))
  let lookups = 0
  const rebinding = client({
    ...local,
    resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
  })
  expect((await rebinding.fetch(`http://hooks.example:${target.port}/`)).body.toString()).toBe('hello')
  expect(lookups).toBe(1)
  const rebound = client({ ...local, resolve: async () => [{ address: '127.0.0.2', family: 4 }] })
  await expect(rebound.fetch(`http://hooks.example:${target.port}/`)).rejects.toThrow(UnsafeUrlError)
  expect(target.requests()).toBe(1)
})

describe('calls', () => {
  test('send and receive', async () => {
    const target = await server((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        response.writeHead(201, {
          'x-seen': `${request.method} ${request.headers['x-signature']} ${request.headers.host}`,
        })
        response.end(Buffer.concat(chunks))
      })
    })
    const answer = await client(local).fetch(`${target.url}/hook`, {
      method: 'POST',
      headers: { 'x-signature': 'abc' },
      body: '{"a":1}',
    })
    expect(answer).toMatchObject({ status: 201, truncated: false })
    expect(answer.headers['x-seen']).toBe(`POST abc 127.0.0.1:${target.port}`)
    expect(answer.body.toString()).toBe('{"a":1}')
  })

  test('a redirect is an answer and is not followed [W4]', async () => {
    const target = await server((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect((await client(local).fetch(target.url)).status).toBe(302)
    expect(target.requests()).toBe(1)
  })

  test('the body is truncated, even if it never ends [W5]', async () => {
    const target = await server((request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      request.on('close', () => response.destroy())
      write()
    })
    const answer = await client(local).fetch(target.url, { max_bytes: 1_000 })
    expect(answer.body.length).toBe(1_000)
    expect(answer.truncated).toBe(true)
  })

  test('a missing answer and a slow body end at the timeout [W5]', async () => {
    const limits = limitsByHand()
    const silent = await server(limits.reach)
    await expect(client(local).fetch(silent.url)).rejects.toThrow(/timeout|aborted/i)
    const dripping = await server((_request, response) => {
      response.writeHead(200).write('x')
    })
    limits.reachInBody()
    await expect(client(local).fetch(dripping.url, { timeout_ms: 60_000 })).rejects.toThrow(/timeout|aborted/i)
    expect(limits.set()).toEqual([10_000, 60_000])
  })

  test('an allowed private address gives no access to other private addresses', async () => {
    await expect(client(local).fetch('http://127.0.0.2/')).rejects.toThrow(UnsafeUrlError)
    await expect(client(local).fetch('http://10.0.0.1/')).rejects.toThrow(UnsafeUrlError)
  })
})
