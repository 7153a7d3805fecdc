import { expect, test } from 'vitest'
import { clientOf, limitedAs, unknownProxy } from './client-address.ts'

const clientAddress = (...request: Parameters<typeof clientOf>) => clientOf(...request).ip
const addressGroup = (ip: string) => limitedAs({ ip })

test('a public peer is the client, whatever it claims', () => {
  expect(clientAddress('203.0.113.7', '198.51.100.1', [])).toBe('203.0.113.7')
  expect(clientAddress('8.8.8.8', '1.1.1.1', ['127.0.0.1', '10.0.0.0/8'])).toBe('8.8.8.8')
})

test('a peer in the same network is trusted only if it is configured as a proxy', () => {
  for (const peer of ['127.0.0.1', '::1', '10.0.0.2', '192.168.1.4', '100.64.0.1'])
    expect(clientAddress(peer, '8.8.4.4', [])).toBe(peer)
})

test('a trusted proxy names the client, which is the last hop that is not our proxy', () => {
  const trusted = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '2001:db8::1']
  expect(clientAddress('127.0.0.1', '6.6.6.6, 8.8.4.4', trusted)).toBe('8.8.4.4')
  expect(clientAddress('::ffff:10.0.0.2', '8.8.4.4', trusted)).toBe('8.8.4.4')
  expect(clientAddress('fd12::1', '6.6.6.6, 8.8.4.4, 10.1.2.3', trusted)).toBe('8.8.4.4')
  expect(clientAddress('2001:db8:0::1', '2a01:4f8::9', trusted)).toBe('2a01:4f8::9')
  expect(clientAddress('10.0.0.2', '10.0.0.9', trusted)).toBe('10.0.0.9')
  expect(clientAddress('10.0.0.2', 'nonsense', trusted)).toBe('10.0.0.2')
  expect(clientAddress('10.0.0.2', '8.8.4.4, nonsense', trusted)).toBe('10.0.0.2')
  expect(clientAddress('127.0.0.1', undefined, trusted)).toBe('127.0.0.1')
  expect(clientAddress(undefined, '8.8.4.4', trusted)).toBe('unknown')
})

test('an IPv6 connection is limited as one network', () => {
  expect(addressGroup('2a01:4f8:1:2::1')).toBe(addressGroup('2a01:4f8:1:2:ffff::9'))
  expect(addressGroup('2a01:4f8:1:2::1')).not.toBe(addressGroup('2a01:4f8:1:3::1'))
  expect(addressGroup('8.8.8.8')).toBe('8.8.8.8')
  expect(addressGroup('unknown')).toBe('unknown')
})

test('clients of a private proxy that is not configured are limited separately, and none is trusted', () => {
  const limitKeyOf = (peer: string, forwarded_for?: string, trusted: string[] = []) =>
    limitedAs(clientOf(peer, forwarded_for, trusted))
  for (const proxy of ['127.0.0.1', '10.0.0.2', '::1', 'fd00::1', '100.64.0.1']) {
    const [one, two] = [limitKeyOf(proxy, '203.0.113.7'), limitKeyOf(proxy, '6.6.6.6, 203.0.113.8')]
    expect(new Set([one, two, limitKeyOf(proxy)]).size).toBe(3)
    expect(limitKeyOf(proxy, '6.6.6.6, 203.0.113.7')).toBe(one)
    expect(clientOf(proxy, '203.0.113.7', []).ip).toBe(proxy)
  }
  expect(limitKeyOf('10.0.0.2', '2a01:4f8:1:2::1')).toBe(limitKeyOf('10.0.0.2', '2a01:4f8:1:2::9'))
  expect(limitKeyOf('10.0.0.2', 'nonsense')).toBe(limitKeyOf('10.0.0.2'))
  // Anyone can send the header from a public address, so it must not create new limits.
  expect(limitKeyOf('203.0.113.7', '198.51.100.1')).toBe(limitKeyOf('203.0.113.7', '198.51.100.2'))
  expect(limitKeyOf('127.0.0.1', '203.0.113.7', ['127.0.0.1'])).toBe(limitKeyOf('203.0.113.7'))
  expect(limitKeyOf('127.0.0.1', '203.0.113.7, 10.0.0.5', ['127.0.0.1'])).toBe(limitKeyOf('10.0.0.5', '203.0.113.7'))
})

test('a forwarding peer is an unknown proxy until it is trusted', () => {
  expect(unknownProxy('::ffff:10.0.0.2', '203.0.113.7', [])).toEqual({ ip: '10.0.0.2', is_private: true })
  expect(unknownProxy('198.51.100.1', '203.0.113.7', ['10.0.0.0/8'])).toEqual({ ip: '198.51.100.1', is_private: false })
  expect(unknownProxy('10.0.0.2', '203.0.113.7', ['10.0.0.0/8'])).toBeUndefined()
  expect(unknownProxy('10.0.0.2', undefined, [])).toBeUndefined()
  expect(unknownProxy(undefined, '203.0.113.7', [])).toBeUndefined()
})
