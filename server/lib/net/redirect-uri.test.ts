import { expect, test } from 'vitest'
import { isSameRedirectUri, redirectTarget, redirectUriFault } from './redirect-uri.ts'

test.each([
  'https://tool.example/cb',
  'https://tool.example:8443/cb?tenant=1',
  'http://127.0.0.1:4321/cb',
  'http://[::1]/cb',
  'http://localhost:3000',
  'com.example.app:/oauth',
])('%s may receive codes [O12]', (uri) => {
  expect(redirectUriFault(uri)).toBeUndefined()
})

test.each([
  ['http://tool.example/cb', /https/],
  ['http://localhost.evil.example/cb', /https/],
  ['http://127.0.0.1.evil.example/', /https/],
  ['http://127.0.0.1@evil.example/', /name or a password/],
  ['https://user:pass@tool.example/cb', /name or a password/],
  ['https://tool.example/cb#done', /fragment/],
  ['https://*.tool.example/cb', /wildcard/],
  ['https:/tool.example/cb', /https/],
  ['https:\\\\tool.example/cb', /percent-encoded/],
  ['https://tool.example/a b', /percent-encoded/],
  ['https://tool.example/\u0000', /percent-encoded/],
  ['javascript:alert(1)', /scheme of your own/],
  ['data:text/html,x', /scheme of your own/],
  ['//tool.example/cb', /absolute/],
  ['/cb', /absolute/],
  ['', /percent-encoded/],
  [`https://tool.example/${'x'.repeat(2_000)}`, /longer/],
])('%s may not [O12]', (uri, fault) => {
  expect(redirectUriFault(uri)).toMatch(fault)
})

test('addresses are compared character by character; only a loopback address may use any port [O12]', () => {
  expect(isSameRedirectUri('https://tool.example/cb', 'https://tool.example/cb')).toBe(true)
  expect(isSameRedirectUri('http://127.0.0.1/cb?x=1', 'http://127.0.0.1:51004/cb?x=1')).toBe(true)
  expect(isSameRedirectUri('http://localhost:3000/cb', 'http://localhost/cb')).toBe(true)
})

test.each([
  ['https://tool.example/cb', 'https://tool.example/cb/'],
  ['https://tool.example/cb', 'https://tool.example/cb?x=1'],
  ['https://tool.example/cb', 'https://TOOL.example/cb'],
  ['https://tool.example/cb', 'https://tool.example:443/cb'],
  ['https://tool.example/cb', 'https://tool.example/%63b'],
  ['https://tool.example/cb', 'https://tool.example./cb'],
  ['https://tool.example/cb', 'https://tool.example\\@evil.example/cb'],
  ['http://127.0.0.1/cb', 'http://localhost/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:80/other'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.example/cb'],
  ['http://127.0.0.1/cb', 'https://127.0.0.1/cb'],
])('%s is not %s [O12]', (listed, given) => {
  expect(isSameRedirectUri(listed, given)).toBe(false)
})

test('users see where they would be redirected to [O20]', () => {
  expect(redirectTarget('https://tool.example:8443/cb')).toBe('tool.example:8443')
  expect(redirectTarget('http://127.0.0.1:5000/cb')).toBe('a program on this computer')
  expect(redirectTarget('com.example.app:/cb')).toBe('an app on this device (com.example.app)')
})
