import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv, SECRET, Settings } from './env.ts'

function folder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-env-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return path.join(dir, 'data')
}

test('a bounce domain is normalized as mail servers write it', () => {
  expect(readEnv({ BOUNCE_DOMAIN: 'Bounce.München.example', BOUNCE_SMTP_PORT: '2525' }).BOUNCE_DOMAIN).toBe(
    'bounce.xn--mnchen-3ya.example',
  )
})

test('everything has a default', () => {
  const env = readEnv({})
  expect(env).toMatchObject({
    PORT: 3000,
    BASE_URL: 'http://localhost:3000',
    APP_URL: 'http://localhost:3000',
    WORKER: 'on',
  })
  expect(env.DATA_DIR).toBe(path.resolve('.data'))
})

test('no default contains another host, so nothing is sent until a setting names one [L7]', () => {
  const hosts = [...JSON.stringify(readEnv({})).matchAll(/:\/\/([^/":]+)/g)].map(([, host]) => host)
  expect(new Set(hosts)).toEqual(new Set(['localhost']))
})

test('a blank value counts as not set', () => {
  expect(readEnv({ PORT: '', SMTP_URL: ' ', BASE_URL: 'https://mail.example.com/' })).toMatchObject({
    PORT: 3000,
    BASE_URL: 'https://mail.example.com',
    APP_URL: 'https://mail.example.com',
  })
})

test('proxies are addresses and networks', () => {
  expect(readEnv({}).TRUSTED_PROXIES).toBeUndefined()
  expect(readEnv({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }).TRUSTED_PROXIES).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
  ])
})

test.each([
  [{ TRUSTED_PROXIES: '10.0.0.0/99' }, /^TRUSTED_PROXIES is not a list of addresses or networks/],
  [{ PORT: 'abc' }, /^PORT is not a number: it is "abc"\. Correct it/],
  [{ PORT: '70000' }, /^PORT is above 65535: it is "70000"/],
  ...['BASE_URL', 'APP_URL', 'PUBLIC_URL', 'TRACKING_URL'].flatMap((name): [Record<string, string>, RegExp][] =>
    ['https://x.example/envoi', 'https://x.example/a/b/', 'https://x.example/?a', 'https://u:p@x.example'].map(
      (given) => [{ [name]: given }, new RegExp(`^${name} has more than a host: Envoi cannot be below a path`)],
    ),
  ),
  [{ BASE_URL: 'mail.example.com' }, /^BASE_URL is not an address that starts with http:\/\/ or https:\/\//],
  [
    { DATABASE_URL: 'mysql://localhost/x' },
    /^DATABASE_URL is not an address that starts with postgres:\/\/ or postgresql:\/\//,
  ],
  [
    { SMTP_URL: 'http://mail' },
    /^SMTP_URL cannot be used \(must begin with smtp:\/\/ or smtps:\/\/\): it is "\(hidden\)"/,
  ],
  [{ SMTP_URL: 'smtp://mail?pool=0' }, /^SMTP_URL cannot be used \(pool must be a number from 1 to 100\)/],
  [{ SMTP_URL: 'smtp://mail?pols=4' }, /^SMTP_URL cannot be used \(unknown option pols; known are pool, rate/],
  [{ SMTP_URL: 'smtps://mail?tls=never' }, /^SMTP_URL cannot be used \(smtps:\/\/ always uses TLS/],
  [
    { SMTP_URL: 'smtp://u:p#w@mail' },
    /^SMTP_URL cannot be used \(not a URL; expected smtp:\/\/user:password@host:port/,
  ],
  [{ WORKER: 'no' }, /^WORKER is neither on nor off: it is "no"/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is not one of fatal, error/],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY is shorter than 32 characters: it is "\(hidden\)"/],
  [{ SECRET_KEY: `short${' '.repeat(40)}` }, /^SECRET_KEY is shorter than 32 characters/],
  [
    { INNGEST_EVENT_KEY: 'a' },
    /^INNGEST_SIGNING_KEY is missing: INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY are set together/,
  ],
  [{ INNGEST_EVENT_KEY: 'a', INNGEST_SIGNING_KEY: 'nope' }, /^INNGEST_SIGNING_KEY is not a signing key, .*\(hidden\)/],
  [{ GOOGLE_CLIENT_SECRET: 'a' }, /^GOOGLE_CLIENT_ID is missing/],
  [{ HOST: 'nope nope' }, /^HOST is not an address or host name/],
  [{ TRUSTED_PROXIES: ',' }, /^TRUSTED_PROXIES is not a list of addresses or networks/],
  [{ MAIL_FROM: 'a b@localhost' }, /^MAIL_FROM is not an email address/],
  [{ MAIL_FROM: '@localhost' }, /^MAIL_FROM is not an email address/],
  [{ BOUNCE_IMAP_URL: 'imaps://' }, /^BOUNCE_IMAP_URL is not an address such as imaps:/],
  [{ BOUNCE_SMTP_CERTIFICATE: '/etc', BOUNCE_SMTP_KEY: '/etc' }, /^BOUNCE_SMTP_CERTIFICATE is not a file/],
  [{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }, /^S3_BUCKET is missing/],
  [{ METRICS_TOKEN: 'a' }, /^METRICS_TOKEN is shorter than 16 characters: it is "\(hidden\)"/],
  [{ INNGEST_DEV: 'nope' }, /^INNGEST_DEV is neither 1 nor 0 nor an address/],
  [{ NODE_ENV: 'prod' }, /^NODE_ENV is not one of production, development, test: it is "prod"/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'nope' }, /^OTEL_EXPORTER_OTLP_HEADERS is not a list of headers/],
  [
    { BOUNCE_SMTP_CERTIFICATE: '/no/cert.pem', BOUNCE_SMTP_KEY: '/no/key.pem' },
    /^BOUNCE_SMTP_CERTIFICATE is not a file that can be read: it is "\/no\/cert\.pem"/,
  ],
  [{ SECRET_KEY: 'x'.repeat(32), SECRET_KEY_FILE: '/run/key' }, /^SECRET_KEY and SECRET_KEY_FILE are both set/],
  [{ SECRET_KEY_FILE: '/no/key' }, /^SECRET_KEY_FILE names a file that cannot be read \(ENOENT\): it is "\/no\/key"/],
  [{ PORT_FILE: '/run/port' }, /^PORT_FILE is not a setting: only secrets are read from files\. Set PORT itself\.$/],
  [{ MAIL_FROM_FILE: '/run/from' }, /^MAIL_FROM_FILE is not a setting/],
  [{ NODE_ENV_FILE: '/run/env' }, /^NODE_ENV_FILE is not a setting/],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@h/d' },
    /^SECRET_KEY is missing: with NODE_ENV=production and DATABASE_URL/,
  ],
])('one line names the setting and the remedy: %o', (source, line) => {
  expect(() => readEnv(source)).toThrow(line)
  expect(() => readEnv(source)).not.toThrow(/\n/)
})

test.each(['https:x.example', 'https://x.example/.', ' https://X.example/ ', 'https://x.example:443'])(
  'a public address is the same however it is written: %s',
  (BASE_URL) => expect(readEnv({ BASE_URL }).BASE_URL).toBe('https://x.example'),
)

test.each([
  'smtp://user:hunter2#x@host',
  'smtp://user:12?hunter2@host:25',
  'smtp://user:12?hunter2=x@host:25',
  'smtp://user:12/hunter2@host',
  'smtp://user:12#hunter2@host',
  'smtp://user:%hunter2@host',
  'http://user:hunter2@host',
  'smtp://user:hunter2@host?pool=x',
])('a wrong SMTP_URL stops the start without showing its password: %s', (SMTP_URL) => {
  expect(() => readEnv({ SMTP_URL })).toThrow(/^SMTP_URL cannot be used/)
  expect(() => readEnv({ SMTP_URL })).not.toThrow(/hunter2/)
})

const carrying = (...domains: (string[] | null)[]) =>
  JSON.stringify(domains.map((named, at) => ({ name: `t${at}`, url: 'smtp://u:hunter2@mail.example', domains: named })))

test.each([
  [{ MAIL_FROM: 'help@studio.example', TRANSPORTS: carrying(['news.example'], ['shop.example']) }, 'studio.example'],
  [{ APP_URL: 'https://app.studio.example', TRANSPORTS: carrying(['studio.example']) }, 'app.studio.example'],
  [{ MAIL_FROM: 'help@bücher.example', TRANSPORTS: carrying(['news.example']) }, 'xn--bcher-kva.example'],
])('a start is refused while no transport carries service emails: %o', (source, domain) => {
  expect(() => readEnv(source)).toThrow(
    new RegExp(
      `^TRANSPORTS carries no service emails: no entry names ${domain}, the domain of MAIL_FROM \\([^)]+\\)\\. Add`,
    ),
  )
  expect(() => readEnv(source)).not.toThrow(/hunter2/)
})

test.each([
  { MAIL_FROM: 'help@Studio.Example', TRANSPORTS: carrying(['news.example'], ['studio.example']) },
  { MAIL_FROM: 'help@bücher.example', TRANSPORTS: carrying(['xn--bcher-kva.example']) },
  { MAIL_FROM: 'help@studio.example', TRANSPORTS: carrying(['news.example'], null) },
])('a transport for all domains or for that of MAIL_FROM carries service emails: %o', (source) => {
  expect(readEnv(source).MAIL_FROM).toBe(source.MAIL_FROM)
})

test('every secret can be in a file, without the line break at its end', () => {
  const dir = folder()
  mkdirSync(dir)
  const file = (name: string, content: string) => {
    writeFileSync(path.join(dir, name), content)
    return path.join(dir, name)
  }
  const key = 'k'.repeat(40)
  const settings = readEnv({
    SECRET_KEY_FILE: file('key', `${key}\n`),
    DATABASE_URL_FILE: file('url', 'postgres://u:p@h/d\n'),
    SMTP_URL_FILE: file('smtp', 'smtp://u:p@mail.example'),
  })
  expect(settings).toMatchObject({ SECRET_KEY: key, DATABASE_URL: 'postgres://u:p@h/d' })
  expect(settings.SMTP_URL).toBeTruthy()
  expect(() => readEnv({ SECRET_KEY_FILE: file('empty', '\n') })).toThrow(/^SECRET_KEY_FILE names an empty file/)
  expect(() => readEnv({ SECRET_KEY_FILE: file('short', 'hunter2') })).toThrow(/^SECRET_KEY is shorter .*\(hidden\)/)
})

test.each(Object.keys(Settings.shape).filter((name) => SECRET.test(name)))(
  '%s in a file is the same as in the environment, and refused with the same error',
  (name) => {
    const dir = folder()
    mkdirSync(dir)
    const file = path.join(dir, 'secret')
    const outcome = (source: Record<string, string>) => {
      try {
        return readEnv(source)[name as keyof typeof Settings.shape]
      } catch (error) {
        return (error as Error).message
      }
    }
    for (const value of [
      'k'.repeat(40),
      'https://u:hunter2@mail.example/hook',
      '[{"name": "a", "url": "smtp://u:hunter2@mail"}]',
      'a',
    ]) {
      writeFileSync(file, `${value}\n`)
      const given = outcome({ [name]: value })
      expect(outcome({ [`${name}_FILE`]: file })).toEqual(given)
      expect(given).not.toBeUndefined()
    }
  },
)

test('a secret value is never shown', () => {
  expect(() => readEnv({ DATABASE_URL: 'mysql://user:hunter2@host/x' })).not.toThrow(/hunter2/)
})

test('the secret key is created once, readable only by its owner, and not before it is needed', () => {
  const DATA_DIR = folder()
  const env = readEnv({ DATA_DIR })
  expect(existsSync(DATA_DIR)).toBe(false)
  const key = env.SECRET_KEY
  expect(key.length).toBeGreaterThanOrEqual(32)
  expect(readEnv({ DATA_DIR }).SECRET_KEY).toBe(key)
  expect(readFileSync(path.join(DATA_DIR, 'secret-key'), 'utf8')).toBe(key)
  expect(statSync(path.join(DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
})

test.each<[what: string, place: (file: string) => void, line: RegExp]>([
  [
    'an empty file',
    (file) => writeFileSync(file, ''),
    /is empty; it must have at least 32 characters\. Restore the file/,
  ],
  ['a blank file', (file) => writeFileSync(file, '\n'.repeat(50)), /is empty; it must have at least 32 characters/],
  ['a short key', (file) => writeFileSync(file, 'x'.repeat(31)), /is 31 characters long; it must have at least 32/],
  ['a folder', (file) => mkdirSync(file), /cannot be read: it is a folder\. Restore the file from a backup/],
  ['what cannot be read', (file) => symlinkSync(file, file), /^(?=.*cannot be read: ELOOP).*Make the file readable/s],
])('%s in place of the secret key stops the start with one line that names the file', (_what, place, line) => {
  const DATA_DIR = folder()
  const file = path.join(DATA_DIR, 'secret-key')
  mkdirSync(DATA_DIR)
  place(file)
  expect(() => readEnv({ DATA_DIR })).toThrow(line)
  expect(() => readEnv({ DATA_DIR })).toThrow(new RegExp(`^The secret key in ${file} [^\n]*$`))
  expect(readEnv({ DATA_DIR, SECRET_KEY: 'k'.repeat(32) }).SECRET_KEY).toBe('k'.repeat(32))
})

test('a link to nowhere in place of the secret key is refused', () => {
  const DATA_DIR = folder()
  mkdirSync(DATA_DIR)
  symlinkSync(path.join(DATA_DIR, 'nowhere'), path.join(DATA_DIR, 'secret-key'))
  expect(() => readEnv({ DATA_DIR }).SECRET_KEY).toThrow(/^The secret key cannot be written to .* Remove what is in/)
})

test('a file in place of the data folder is refused in one line', () => {
  const DATA_DIR = folder()
  writeFileSync(DATA_DIR, '')
  expect(() => readEnv({ DATA_DIR }).SECRET_KEY).toThrow(/^DATA_DIR cannot be written: EEXIST/)
})
