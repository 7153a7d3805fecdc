import { expect, test } from 'vitest'
import { parseSmtpUrl } from './url.ts'

test('reads host, port, credentials and options', () => {
  expect(
    parseSmtpUrl(
      'smtp://us%40er:p%3Ass@mail.example:2525/?pool=3&rate=12.5&max_messages=100&tls=required&name=m.example&timeout=60&idle=2',
    ),
  ).toEqual({
    host: 'mail.example',
    port: 2525,
    tls: 'required',
    verify_certificate: true,
    require_tls: false,
    user: 'us@er',
    password: 'p:ss',
    name: 'm.example',
    pool: 3,
    rate: 12.5,
    max_messages: 100,
    timeout_ms: 60_000,
    final_timeout_ms: 60_000,
    idle_ms: 2_000,
  })
})

test('has defaults that fit a relay', () => {
  expect(parseSmtpUrl('smtp://mail.example')).toMatchObject({
    port: 587,
    tls: 'opportunistic',
    pool: 8,
    rate: 0,
    final_timeout_ms: 600_000,
  })
  expect(parseSmtpUrl('smtps://mail.example')).toMatchObject({ port: 465, tls: 'implicit', verify_certificate: true })
  expect(parseSmtpUrl('smtp://[::1]:25').host).toBe('::1')
  expect(parseSmtpUrl('smtp://mail.example')).not.toHaveProperty('user')
})

test.each([
  ['mail.example:25', 'must begin with smtp://'],
  ['nonsense', 'not a URL'],
  ['https://mail.example', 'must begin with smtp://'],
  ['smtp://mail.example/path', 'a path has no meaning'],
  ['smtp://mail.example?pool=0', 'pool must be a number from 1 to 100'],
  ['smtp://mail.example?pool=many', 'pool must be a number'],
  ['smtp://mail.example?tls=maybe', 'tls must be one of required, opportunistic, never'],
  ['smtps://mail.example?tls=never', 'always uses TLS'],
  ['smtp://mail.example?poool=3', 'unknown option poool'],
  ['smtp://mail.example?name=a b', 'name must be a host name'],
  ['smtp://u:%zz@mail.example', 'the password is not percent-encoded correctly'],
])('%s: %s', (url, message) => expect(() => parseSmtpUrl(url)).toThrow(message))

test('no error shows the password [S6]', () => {
  for (const url of [
    'smtp://u:hunter2@mail.example?pool=x',
    'smtp://u:hunter2@mail.example/x',
    'http://u:hunter2@mail.example',
  ]) {
    expect(() => parseSmtpUrl(url)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    )
  }
})
