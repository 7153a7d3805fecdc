import { expect, test } from 'vitest'
import { allowedReturnTo } from './return-to.ts'

const domains = ['press.example', 'Bücher.example', 'localhost:4310', 'press.example:8443', '192.0.2.7']

test.each([
  ['https://press.example/done?x=1#y', 'https://press.example/done?x=1#y'],
  ['https://press.example', 'https://press.example/'],
  ['HTTPS://PRESS.EXAMPLE/Done', 'https://press.example/Done'],
  ['https://press.example:443/', 'https://press.example/'],
  ['https://press.example:8443/', 'https://press.example:8443/'],
  ['http://press.example/', 'http://press.example/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ['http://localhost:4310/done', 'http://localhost:4310/done'],
  ['https://192.0.2.7/', 'https://192.0.2.7/'],
  ['https://3221225991/', 'https://192.0.2.7/'],
])('%s is on one of the app’s domains [O18]', (text, href) => {
  expect(allowedReturnTo(text, domains)).toBe(href)
})

test.each([
  'https://evil.example/',
  'https://press.example.evil.example/',
  'https://evil.example/press.example',
  'https://evil.example?press.example',
  'https://evil.example#press.example',
  'https://notpress.example/',
  'https://sub.press.example/',
  'https://press.example@evil.example/',
  'https://press.example:pw@evil.example/',
  'https://someone@press.example/',
  'https://@press.example/',
  'https://evil.example\\@press.example/',
  'https:\\\\press.example/',
  'https://press.example\\.evil.example/',
  'https:///press.example/',
  'https:/press.example/',
  'https:press.example',
  '//press.example/',
  '/\\press.example/',
  '/done',
  'press.example/done',
  'javascript://press.example/%0aalert(1)',
  'javascript:alert(1)',
  'data:text/html,press.example',
  'ftp://press.example/',
  'https://press.example./',
  'https://press.example:444/',
  'https://press.example:80/',
  'http://press.example:443/',
  'http://localhost/',
  'http://localhost:4311/',
  'https://pröss.example/',
  'https://prеss.example/',
  'https://press。example.evil.example/',
  'https://press.example%2eevil.example/',
  'https://press.example\t.evil.example/',
  ' https://press.example/',
  'https://press.example/\nSet-Cookie: a=b',
  'https://press.example/\u0000',
  'https://press.example/\u202e',
  'https://[::ffff:192.0.2.7]/',
  'https://',
  'https://:443/',
  '',
  `https://press.example/${'x'.repeat(2_000)}`,
])('%j is ignored [O18]', (text) => {
  expect(allowedReturnTo(text, domains)).toBeNull()
})

test('values that are not text and domains that are not hosts are refused [O18]', () => {
  for (const text of [null, undefined, 1, ['https://press.example/'], {}])
    expect(allowedReturnTo(text, domains)).toBeNull()
  for (const domain of ['', '*', '*.example', 'https://press.example', 'press.example/', '@press.example', '.', 'a b'])
    expect(allowedReturnTo('https://press.example/', [domain])).toBeNull()
})
