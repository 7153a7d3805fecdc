import { expect, test } from 'vitest'
import { parseTransports } from './transport-settings.ts'

const URL_OF = 'smtps://user:hunter2@mail.example:465'
const parse = (...entries: unknown[]) => parseTransports(JSON.stringify(entries))

test('an entry needs a name and a URL, and the rest has defaults', () => {
  expect(parse({ name: 'main', url: URL_OF })).toEqual([
    { name: 'main', url: URL_OF, weight: 1, domains: null, per_second: null, per_day: null, receivers: {} },
  ])
  expect(parse({ name: 'api', url: 'https://api:key@relay.example/v3/messages.mime?format=mailgun' })).toHaveLength(1)
})

test.each<[string, unknown[], RegExp]>([
  ['no name', [{ url: URL_OF }], /^entry 1: name is missing/],
  ['a bad name', [{ name: 'Main server', url: URL_OF }], /^entry 1: name must be 1 to 40 characters of a-z/],
  ['no URL', [{ name: 'main' }], /^entry 1 \(main\): url is missing: smtp:\/\/, smtps:\/\/ or https:\/\//],
  [
    'a bad URL',
    [{ name: 'main', url: 'smtp://u:hunter2@h?pool=0' }],
    /^entry 1 \(main\): url cannot be used: pool must be/,
  ],
  [
    'plain HTTP',
    [{ name: 'main', url: 'http://u:hunter2@relay.example/' }],
    /url cannot be used: http:\/\/ is accepted for this machine/,
  ],
  ['a weight below 0', [{ name: 'main', url: URL_OF, weight: -1 }], /weight must be a whole number from 0 to 1,000/],
  ['an unknown key', [{ name: 'main', url: URL_OF, wieght: 1 }], /unknown key wieght; known are name, url, weight/],
  ['no domain', [{ name: 'main', url: URL_OF, domains: [] }], /domains must name a domain, or be left out/],
  ['a bad domain', [{ name: 'main', url: URL_OF, domains: ['x y'] }], /domains must be a domain such as example\.com/],
  [
    'a bad rate',
    [{ name: 'main', url: URL_OF, receivers: { 'gmail.com': 'fast' } }],
    /receivers "gmail\.com" must be a number/,
  ],
  [
    'two of a name',
    [
      { name: 'main', url: URL_OF },
      { name: 'main', url: URL_OF },
    ],
    /^entry 2 \(main\): another entry has this name/,
  ],
  ['no entry', [], /not a list of 1 to 50 entries/],
])('%s is refused with the entry and what is accepted, and without the password [S6]', (_what, entries, text) => {
  expect(() => parse(...entries)).toThrow(text)
  expect(() => parse(...entries)).not.toThrow(/hunter2/)
})

test('text that is not JSON is not repeated in the error [S6]', () => {
  expect(() => parseTransports('[{"name": "main", "url": hunter2}]')).toThrow(/^not JSON; expected a list/)
  expect(() => parseTransports('[{"name": "main", "url": hunter2}]')).not.toThrow(/hunter2/)
})
