import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allSpellingsOf,
  domainOf,
  isEmailAddress,
  normalizeDomain,
  normalizeEmailAddress,
  parseEmailAddress,
  searchedText,
  spellingsOf,
  writtenAddress,
} from './email-address.ts'

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
    'a@example.com”',
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
    'a@example.com.',
    'a@example.com”',
  ])('refuses header injection %j [S10]', (address) => expect(isEmailAddress(address)).toBe(false))
})

test('normalizing trims and converts to lower case', () => {
  expect(normalizeEmailAddress('  Lin@Example.NET \n')).toBe('lin@example.net')
  expect(parseEmailAddress(' Lin@Example.NET ')).toBe('lin@example.net')
  expect(parseEmailAddress('Lin at example')).toBeUndefined()
  expect(parseEmailAddress('„lin@example.net“')).toBeUndefined()
  expect(domainOf('lin@Example.NET')).toBe('example.net')
  expect(normalizeDomain('XN--MNCHEN-3YA.example')).toBe('münchen.example')
})

test.each([
  ['lea@münchen.example', 'lea@xn--mnchen-3ya.example', 'LEA@MÜNCHEN.example', 'lea@XN--MNCHEN-3YA.Example'],
  ['zoë@example.net', 'zoe\u0308@example.net', 'ZOE\u0308@EXAMPLE.NET'],
  ['ada@café.example', 'ada@cafe\u0301.example', 'ada@xn--caf-dma.example'],
  [
    'lin@example.net',
    'ｌｉｎ＠ｅｘａｍｐｌｅ．ｎｅｔ',
    'Ｌｉｎ@example.net',
    'lin@ｅｘａｍｐｌｅ.net',
    ' lin@example。net ',
  ],
  ['用户@例子.中国', '用户@xn--fsqu00a.xn--fiqs8s', '用户＠例子。中国'],
  ['max@straße.example', 'max@xn--strae-oqa.example', 'MAX@STRASSE.example'.replace('SS', 'ß')],
  ['サガ@example.jp', 'ｻｶﾞ@example.jp', 'ｻガ@example.jp', 'サカ\u3099@example.jp', 'ｻｶﾞ＠ｅｘａｍｐｌｅ｡ｊｐ'],
  ['lin@ガ.example', 'lin@ｶﾞ.example', 'LIN@カ\u3099.example'],
  ['가@example.kr', 'ﾡￂ@example.kr', '\u1100\u1161@example.kr'],
  ['messer@example.de', 'meſſer@example.de', 'MEſSER@example.de', 'messer@example.de'.toUpperCase()],
  ['kim@example.net', '\u212aim@example.net'],
  ['lin@xn--ls8h.example', 'lin@💩.example', 'lin@XN--LS8H.example'],
])('one mailbox has one form: %s', (canonical, ...spellings) => {
  for (const spelling of [canonical, ...spellings]) expect(parseEmailAddress(spelling), spelling).toBe(canonical)
  for (const spelling of spellings) expect(spellingsOf(spelling)).toEqual(spellingsOf(canonical))
  expect(spellingsOf(canonical)[0]).toBe(canonical)
})

test('spellings of an address are all forms in which it may be stored', () => {
  expect(spellingsOf('lin@example.net')).toEqual(['lin@example.net'])
  expect(spellingsOf('zoë@münchen.example').sort()).toEqual(
    [
      'zoë@münchen.example',
      'zoë@xn--mnchen-3ya.example',
      'zoe\u0308@münchen.example',
      'zoë@mu\u0308nchen.example',
      'zoe\u0308@mu\u0308nchen.example',
      'zoe\u0308@xn--mnchen-3ya.example',
    ].sort(),
  )
})

test('full-width spellings are among all spellings', () => {
  expect(allSpellingsOf('lin.a@example.net')).toEqual([
    'lin.a@example.net',
    'lin.a@ｅｘａｍｐｌｅ.ｎｅｔ',
    'ｌｉｎ．ａ@example.net',
    'ｌｉｎ．ａ@ｅｘａｍｐｌｅ.ｎｅｔ',
  ])
  expect(allSpellingsOf('サガ@example.jp')).toContain('ｻｶﾞ@example.jp')
  const all = allSpellingsOf('zoë@münchen.example')
  expect(all).toEqual(expect.arrayContaining(spellingsOf('zoë@münchen.example')))
  for (const spelling of all) expect(normalizeEmailAddress(spelling), spelling).toBe('zoë@münchen.example')
})

test('the normal form of an address is stable, and its domain is the same for DNS', () => {
  const label = fc.string({ unit: fc.constantFrom(...'aäößéñøçčłω中国ابй1x-'), minLength: 1, maxLength: 12 })
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(word, fc.array(label, { minLength: 2, maxLength: 3 }), (local, labels) => {
      const domain = labels.join('.')
      const form = normalizeEmailAddress(`${local}@${domain}`)
      expect(normalizeEmailAddress(form)).toBe(form)
      const ascii = domainToASCII(domain)
      if (!ascii) return
      expect(domainToASCII(domainOf(form))).toBe(ascii)
      expect(normalizeEmailAddress(`x@${ascii}`)).toBe(normalizeEmailAddress(`x@${domain}`))
      for (const [at, own] of domainOf(form).split('.').entries()) {
        const encoded = ascii.split('.')[at] ?? ''
        expect([encoded, domainToUnicode(encoded)]).toContain(own)
      }
    }),
  )
})

test.each(['a@xn--', 'a@xn--99999999.example', 'a@xn--a-ecp.ru', 'a@%41.example', 'a@b/c.example', '@', 'xn--@'])(
  'what is no name stays as it is: %s',
  (text) => expect(normalizeEmailAddress(text)).toBe(text),
)

test.each([
  ['lea@XN--mnchen-3ya.example', 'lea@münchen.example'],
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['@Mu\u0308nchen', '@münchen'],
  ['LEA@', 'lea@'],
  ['Zoe\u0301 Berg', 'Zoe\u0301 Berg'],
  ['xn--', 'xn--'],
])('a search for %j is one for %j', (text, searched) => expect(searchedText(text)).toBe(searched))

test.each([
  'lin\u200b@example.net',
  'lin\u00ad@example.net',
  '\u202alin@example.net\u202c',
  'lin@example\u2060.net',
  'lin@example.net.',
  'lin@example.net;',
  "'lin@example.net'",
  '„lin@example.net“',
  '<lin@example.net>',
  'Lin Berg <lin@example.net>',
  '"Berg, Lin" <lin\u200b@example.net>',
  'mailto:lin@example.net',
  'MAILTO:lin@example.net?subject=Hi',
  'lin@example.net (Lin Berg)',
])('a list writes an address as %j', (text) => expect(writtenAddress(text)).toBe('lin@example.net'))

test.each([
  'lin',
  'lin @example.net',
  'lin(at)example.net',
  'a@b.co, c@d.co',
  'lin@example..net',
  'lin@example,net',
  '<>',
  '@',
])('no address is made of %j', (text) => expect(writtenAddress(text)).toBeUndefined())
