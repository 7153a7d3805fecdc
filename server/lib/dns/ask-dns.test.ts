import { expect, test } from 'vitest'
import { addressWorld } from '../../testing/servers/dns-server.ts'
import { askDns } from './ask-dns.ts'

test('names whose servers do not answer delay no other lookup [W7]', async () => {
  const resolver = await addressWorld({ 'fast.example': '93.184.216.34', 'slow.example': null })
  let ended = 0
  const silent = Array.from({ length: 100 }, () =>
    askDns('slow.example', resolver).catch(() => {
      ended++
    }),
  )
  expect(await askDns('fast.example', resolver)).toEqual([{ address: '93.184.216.34', family: 4 }])
  expect(ended).toBe(0)
  resolver.cancel()
  await Promise.all(silent)
})

test('localhost is this machine, whatever a server answers; a name that does not exist is an error [W6]', async () => {
  const resolver = await addressWorld({ localhost: '93.184.216.34', 'a.localhost': '93.184.216.34' })
  for (const name of ['localhost', 'A.localhost', 'localhost.'])
    expect(await askDns(name, resolver)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  await expect(askDns('nowhere.example', resolver)).rejects.toMatchObject({ code: 'ENOTFOUND' })
})
