import { describe, expect, test } from 'vitest'
import { domainOf, isEmailAddress, normalizeEmailAddress, parseEmailAddress } from './email-address.ts'

describe('isEmailAddress', () => {
  test.each([
    'a@b.co',
    'lin+news@example.net',
    "o'hara@example.org",
    'first.last@sub.domain.example',
    'jürgen@müller.example',
    '用户@例子.中国',
    'x@xn--mnchen-3ya.example',
    'a!#$%&*/=?^_`{|}~b@example.com',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (address) => expect(isEmailAddress(address)).toBe(true))

  test.each([
    '',
    'plain',
    '@example.com',
    'a@',
    'a@localhost',
    'a@b@c.com',
    'a b@example.com',
    'a@exa mple.com',
    'a@example..com',
    'a@.example.com',
    'a@example.com.',
    'a@-example.com',
    'a@example-.com',
    'a\u00a0b@example.com',
    'a\u200bb@example.com',
    'Lin <lin@example.net>',
    'a,b@example.com',
    'a;b@example.com',
    '"a"@example.com',
    'a\\b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
    `a@${'ü.'.repeat(90)}com`,
  ])('refuses %j', (address) => expect(isEmailAddress(address)).toBe(false))

  test.each([
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
    'a\r@example.com',
    'a\0@example.com',
    'a@example.com>',
  ])('refuses header injection %j [S10]', (address) => expect(isEmailAddress(address)).toBe(false))
})

test('normalising trims and lowers', () => {
  expect(normalizeEmailAddress('  Lin@Example.NET \n')).toBe('lin@example.net')
  expect(parseEmailAddress(' Lin@Example.NET ')).toBe('lin@example.net')
  expect(parseEmailAddress('Lin at example')).toBeUndefined()
  expect(domainOf('lin@Example.NET')).toBe('example.net')
})
