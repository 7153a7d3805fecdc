import { expect, test } from 'vitest'
import { addressProblem, domainProblem } from './web-address.ts'

const EXACT = 'must be written as browsers write it: '
const HTTPS = 'must begin with https:// (http:// is only for localhost)'
const WHOLE = 'must be a whole address, such as https://app.example/callback'
const BLANKS = 'must not contain spaces or backslashes'

test.each([
  ['https://app.example/callback', undefined],
  ['https://app.example', undefined],
  ['https://app.example/', undefined],
  ['https://app.example:8443/cb?tenant=a%20b', undefined],
  ['https://xn--bcher-kva.example/cb', undefined],
  ['http://localhost:8080/cb', undefined],
  ['http://127.0.0.1/cb', undefined],
  ['http://[::1]:9/cb', undefined],
  // Only loopback addresses may use HTTP.
  ['http://app.example/cb', HTTPS],
  ['http://localhost.evil.example/cb', HTTPS],
  ['http://127.0.0.1.evil.example/cb', HTTPS],
  ['http://0.0.0.0/cb', HTTPS],
  ['javascript:alert(1)', WHOLE],
  ['data:text/html,hi', WHOLE],
  ['com.app:/cb', WHOLE],
  ['ftp://app.example/cb', HTTPS],
  ['/callback', WHOLE],
  ['//app.example/cb', WHOLE],
  ['', WHOLE],
  ['app.example', WHOLE],
  // The opened host is not the one at the beginning.
  ['https://app.example@evil.example/cb', 'must not contain a user name or password'],
  ['https://a:b@app.example/cb', 'must not contain a user name or password'],
  ['https://@app.example/cb', `${EXACT}https://app.example/cb`],
  ['https://app.example\\@evil.example/cb', BLANKS],
  ['https:\\\\app.example/cb', BLANKS],
  ['https://app.example/a b', BLANKS],
  ['https://app.exam\tple/cb', BLANKS],
  ['https://app.example/cb\n', BLANKS],
  ['https://app.example/\u202Ecb', BLANKS],
  ['https:/app.example/cb', `${EXACT}https://app.example/cb`],
  ['https:///app.example/cb', `${EXACT}https://app.example/cb`],
  ['https://app.example//cb/../x', `${EXACT}https://app.example//x`],
  ['https://app.example./cb', 'must not end its host with a dot'],
  ['https://APP.example/cb', `${EXACT}https://app.example/cb`],
  ['https://app.example:443/cb', `${EXACT}https://app.example/cb`],
  ['https://bücher.example/cb', `${EXACT}https://xn--bcher-kva.example/cb`],
  ['https://app。example/cb', `${EXACT}https://app.example/cb`],
  ['http://2130706433/cb', `${EXACT}http://127.0.0.1/cb`],
  ['http://0x7f.1/cb', `${EXACT}http://127.0.0.1/cb`],
  ['https://*.app.example/cb', 'must be exact: there are no wildcards'],
  ['https://app.example/*', 'must be exact: there are no wildcards'],
  ['https://app.example/cb#token', 'must not have a fragment (the part after #)'],
  ['https://app.example/cb#', 'must not have a fragment (the part after #)'],
  [`https://app.example/${'a'.repeat(2_000)}`, 'is longer than 2000 characters'],
])('an address of an app is exact and uses HTTPS: %j [O12]', (text, problem) => {
  expect(addressProblem(text)).toBe(problem)
})

test.each([
  ['app.example', undefined],
  ['www.app.example:8443', undefined],
  ['xn--bcher-kva.example', undefined],
  ['localhost:3000', undefined],
  ['127.0.0.1:3000', undefined],
  ['https://app.example', 'must be a domain alone, such as app.example'],
  ['app.example/path', 'must be a domain alone, such as app.example'],
  ['app.example@evil.example', 'must be a domain alone, such as app.example'],
  ['app.example\\evil.example', 'must be a domain alone, such as app.example'],
  ['*.app.example', 'must be a domain alone, such as app.example'],
  ['', 'must be a domain alone, such as app.example'],
  ['app.example?', 'must be a domain alone, such as app.example'],
  ['app.example.', 'must not end with a dot'],
  ['intranet', 'must be a whole domain, such as app.example'],
  ['App.example', `${EXACT}app.example`],
  ['app.example:443', `${EXACT}app.example`],
  ['bücher.example', `${EXACT}xn--bcher-kva.example`],
])('a domain is one host: %j [O18]', (text, problem) => {
  expect(domainProblem(text)).toBe(problem)
})
