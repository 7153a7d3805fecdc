import { expect, test } from 'vitest'
import { addressGroup, clientAddress } from './client-address.ts'

test('a public peer is itself, whatever it claims', () => {
  expect(clientAddress('203.0.113.7', '198.51.100.1', [])).toBe('203.0.113.7')
  expect(clientAddress('8.8.8.8', '1.1.1.1', ['127.0.0.1', '10.0.0.0/8'])).toBe('8.8.8.8')
})

test('a neighbour is believed only when it was named as a proxy', () => {
  for (const peer of ['127.0.0.1', '::1', '10.0.0.2', '192.168.1.4', '100.64.0.1'])
    expect(clientAddress(peer, '8.8.4.4', [])).toBe(peer)
})

test('a proxy is believed about the last hop that is no proxy of ours', () => {
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

test('an IPv6 line is limited as one network', () => {
  expect(addressGroup('2a01:4f8:1:2::1')).toBe(addressGroup('2a01:4f8:1:2:ffff::9'))
  expect(addressGroup('2a01:4f8:1:2::1')).not.toBe(addressGroup('2a01:4f8:1:3::1'))
  expect(addressGroup('8.8.8.8')).toBe('8.8.8.8')
  expect(addressGroup('unknown')).toBe('unknown')
})
