import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { BACKUP_SETTINGS } from './lib/backup-settings.ts'
import { BILLING_SETTINGS } from './lib/billing-settings.ts'
import { type Connections, divideConnections, mostSending } from './lib/concurrency/connections.ts'
import { processSingleton } from './lib/concurrency/process-singleton.ts'
import { keptSecret, MIN_SECRET, readSecret, SettingError } from './lib/crypto/secret-file.ts'
import { withSecretFiles } from './lib/crypto/secret-settings.ts'
import { isNameServer } from './lib/dns/dns-records.ts'
import { noteEnvironment } from './lib/environment.ts'
import { JOB_SETTINGS } from './lib/job-settings.ts'
import { MEDIA_SETTINGS } from './lib/media-settings.ts'
import { isNetwork } from './lib/net/client-address.ts'
import { isLoopback } from './lib/net/web-address.ts'
import { type Addresses, host, hostUrl, PUBLIC_ADDRESS_SETTINGS, publicAddresses, url } from './lib/public-addresses.ts'
import { TELEMETRY_SETTINGS } from './lib/telemetry-settings.ts'
import { isEmailAddress } from './lib/text/email-address.ts'
import { whole } from './lib/whole-number.ts'
import { BOUNCE_SETTINGS, BOUNCE_WEBHOOK_SETTINGS } from './mail/bounce-settings.ts'
import { MAIL_SETTINGS, uncarriedServiceDomain } from './mail/settings.ts'

export { SettingError }

const text = z.string().min(1)
const MIN_TOKEN = 16
export const DEFAULT_SIGN_UP_PLAN = 'creator_pro'
const networks = text
  .transform((value) => value.split(/[,\s]+/).filter(Boolean))
  .refine((list) => list.length > 0 && list.every(isNetwork), {
    error: 'is not a list of addresses or networks such as 127.0.0.1, 10.0.0.0/8',
  })

/** Every setting. `npm run settings` generates .env.example and the table in docs/settings.md from this. */
export const Settings = z.object({
  PORT: whole(1, 65_535).default(3000).meta({ description: 'Port of the HTTP server.' }),
  HOST: host.optional().meta({ description: 'Address to listen on. Empty: every address of the machine.' }),
  BASE_URL: hostUrl
    .optional()
    .meta({ description: 'Public address of the API and of links in emails.', fallback: 'http://localhost:PORT' }),
  APP_URL: hostUrl.optional().meta({ description: 'Public address of the dashboard.', fallback: 'BASE_URL' }),
  ...PUBLIC_ADDRESS_SETTINGS,
  DATA_DIR: text
    .default('.data')
    .meta({ description: 'Folder of the built-in database, images, and the secrets that the first start creates.' }),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .meta({ description: 'Your own PostgreSQL (15 or newer). Empty: the built-in one, in DATA_DIR.' }),
  DATABASE_POOL: whole(5, 500).default(20).meta({
    description: 'Connections of one process to PostgreSQL in total: for requests, jobs, sending, exports and LISTEN.',
  }),
  API_WAIT_MS: whole(0, 60_000).default(250).meta({
    description:
      'Milliseconds that requests may wait for a database connection. If they wait longer for a second, further requests of the API are answered 503 with Retry-After until the wait is shorter. 0: never.',
  }),
  SENDING_CONCURRENCY: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(1, 'is below 1')
    .optional()
    .meta({
      description:
        'Broadcasts and sequences that one process sends at the same time; others wait. Each needs one connection of DATABASE_POOL.',
      fallback: 'a quarter of DATABASE_POOL, at most 10',
    }),
  DATABASE_CHECK: z.enum(['on', 'off'], { error: 'is neither on nor off' }).default('off').meta({
    description:
      'on: code that waits for a second connection while it holds one fails, with both places in the error. For tests and debugging.',
  }),
  DATABASE_PREPARED: z.enum(['on', 'off'], { error: 'is neither on nor off' }).default('on').meta({
    description:
      'off: statements are not prepared. For a pooler in transaction mode that does not track prepared statements (PgBouncer before 1.21).',
  }),
  SECRET_KEY: z
    .string()
    .refine((key) => key.trim().length >= MIN_SECRET, { error: `is shorter than ${MIN_SECRET} characters` })
    .optional()
    .meta({
      description:
        'Signs sessions and links and encrypts stored secrets; at least 32 characters. Required when NODE_ENV=production with DATABASE_URL.',
      fallback: 'created once and stored in DATA_DIR',
    }),
  ...MAIL_SETTINGS,
  MAIL_FROM: text
    .refine((value) => isEmailAddress(value.replace(/@localhost$/, '@localhost.example')), {
      error: 'is not an email address',
    })
    .optional()
    .meta({
      description: 'Sender of service emails: password resets, invitations, confirmations.',
      fallback: 'no-reply@ the host of APP_URL',
    }),
  ...BACKUP_SETTINGS,
  ...BILLING_SETTINGS,
  ...BOUNCE_SETTINGS,
  ...BOUNCE_WEBHOOK_SETTINGS,
  ...MEDIA_SETTINGS,
  REQUIRE_SENDING_DOMAIN: z
    .enum(['on', 'dmarc', 'off'], { error: 'is not one of on, dmarc, off' })
    .default('dmarc')
    .meta({
      description:
        'Which emails need a verified sending domain, whose keys sign them. on: all. dmarc: those whose domain asks receivers to quarantine or reject unsigned email. off: none, because your mail server signs.',
    }),
  SPF_INCLUDE: z
    .string()
    .regex(/^(?=.{1,253}$)[a-z\d_-]+(\.[a-z\d_-]+)+$/, { error: 'is not a domain such as _spf.example.com' })
    .optional()
    .meta({
      description:
        'Domain whose SPF record lists your mail servers. Sending domains are asked to include it. Empty: they are not.',
    }),
  DNS_SERVERS: text
    .transform((value) => value.split(/[,\s]+/).filter(Boolean))
    .refine((list) => list.every(isNameServer), {
      error: 'is not a list of addresses such as 192.0.2.53, 127.0.0.1:5353',
    })
    .optional()
    .meta({
      description:
        'Name servers that are asked for the records of sending domains, separated by commas. Empty: those of the machine.',
    }),
  TRUSTED_PROXIES: networks.optional().meta({
    description:
      'Addresses and networks of your own proxies, separated by commas. Only their X-Forwarded-For is trusted. Empty: no one’s.',
  }),
  ALLOW_PRIVATE_ADDRESSES: networks.optional().meta({
    description:
      'Private addresses and networks, separated by commas, that webhooks, callbacks and apps may be called at, on every port. For development (127.0.0.1, ::1) and for servers of your own network. Empty: public addresses only.',
  }),
  SIGN_UP_PLAN: text.default(DEFAULT_SIGN_UP_PLAN).meta({
    description: 'Key of the plan that new accounts start on, unless the instance settings name one.',
  }),
  ADMIN_TWO_FACTOR: z.enum(['on', 'off'], { error: 'is neither on nor off' }).optional().meta({
    description: 'on: administrators of the instance need a second factor for everything under /admin.',
    fallback: 'on, unless APP_URL is an address of this machine (localhost)',
  }),
  PAGE_WAIT_MS: whole(0, 60_000).default(300).meta({
    description:
      'How long a page of the dashboard waits for its data, in milliseconds. What takes longer follows in the same answer.',
  }),
  PSEUDO_LOCALES: z.enum(['on', 'off'], { error: 'is neither on nor off' }).default('off').meta({
    description:
      'on: the languages en-XA (accents, longer texts) and ar-XB (right to left) can be chosen. For development and tests, from the sources.',
  }),
  ...JOB_SETTINGS,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'is not one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .meta({ description: 'Lowest severity that is logged: fatal, error, warn, info, debug, trace or silent.' }),
  METRICS_TOKEN: z
    .string()
    .refine((token) => token.trim().length >= MIN_TOKEN, { error: `is shorter than ${MIN_TOKEN} characters` })
    .optional()
    .meta({
      description:
        'Bearer token that /metrics requires; at least 16 characters. Empty: /metrics is off, unless METRICS_PUBLIC is on.',
    }),
  METRICS_PUBLIC: z.enum(['on', 'off'], { error: 'is neither on nor off' }).default('off').meta({
    description: 'on: /metrics answers everyone without a token. For a server that only your monitoring can reach.',
  }),
  ...TELEMETRY_SETTINGS,
  GOOGLE_CLIENT_ID: text.optional().meta({ description: 'With GOOGLE_CLIENT_SECRET: sign-in with Google.' }),
  GOOGLE_CLIENT_SECRET: text.optional().meta({ description: 'Belongs to GOOGLE_CLIENT_ID.' }),
  GITHUB_CLIENT_ID: text.optional().meta({ description: 'With GITHUB_CLIENT_SECRET: sign-in with GitHub.' }),
  GITHUB_CLIENT_SECRET: text.optional().meta({ description: 'Belongs to GITHUB_CLIENT_ID.' }),
})

type Parsed = z.output<typeof Settings>
export type Env = Omit<Parsed, keyof Addresses | 'SECRET_KEY' | 'MAIL_FROM' | 'ADMIN_TWO_FACTOR'> &
  Addresses & {
    NODE_ENV: 'production' | 'development' | 'test'
    SECRET_KEY: string
    /** True if the environment contains SECRET_KEY. Otherwise the key is in DATA_DIR. */
    has_given_key: boolean
    MAIL_FROM: string
    ADMIN_TWO_FACTOR: 'on' | 'off'
    connections: Connections
  }

const PAIRS = [
  ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY'],
  ['BOUNCE_SMTP_CERTIFICATE', 'BOUNCE_SMTP_KEY'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
] as const
const NEEDS = [
  ['BOUNCE_SMTP_PORT', 'BOUNCE_DOMAIN', 'BOUNCE_SMTP_PORT receives mail of that domain only'],
  ['BACKUP_DIR', 'BACKUP_PASSPHRASE', 'backups are encrypted with it'],
  ['BILLING_USAGE_URL', 'BILLING_WEBHOOK_SECRET', 'reports of usage are signed with it'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'the store is called with it'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'images are stored in it'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'images are stored in it'],
] as const

/** Parses settings from `source`. Throws SettingError and changes nothing. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const input = withSecretFiles(filled, [...Object.keys(Settings.shape), 'NODE_ENV'], (name) => SECRET.test(name))
  const result = Settings.safeParse(input)
  if (!result.success) {
    const [issue] = result.error.issues
    const name = String(issue?.path[0])
    throw new SettingError(`${name} ${issue?.message}: it is "${shown(name, input[name])}". ${remedy(name)}`)
  }
  const settings = result.data
  for (const [one, other] of PAIRS) {
    const missing = settings[one] ? !settings[other] && other : settings[other] && one
    if (missing) throw new SettingError(`${missing} is missing: ${one} and ${other} are set together or not at all.`)
  }
  if (!settings.SECRET_KEY && settings.DATABASE_URL && input.NODE_ENV === 'production') {
    throw new SettingError(
      'SECRET_KEY is missing: with NODE_ENV=production and DATABASE_URL, set it to the same 32 or more random characters for every process (openssl rand -base64 32).',
    )
  }
  for (const [one, other, reason] of NEEDS)
    if (settings[one] && !settings[other]) throw new SettingError(`${other} is missing: ${reason}.`)
  const most = mostSending(settings.DATABASE_POOL)
  if ((settings.SENDING_CONCURRENCY ?? 1) > most) {
    throw new SettingError(
      `SENDING_CONCURRENCY is above ${most}: it is "${settings.SENDING_CONCURRENCY}". With DATABASE_POOL=${settings.DATABASE_POOL} the other connections are needed for requests and jobs. Lower it or raise DATABASE_POOL.`,
    )
  }
  if (settings.TRANSPORTS && settings.SMTP_URL) {
    throw new SettingError(
      'SMTP_URL and TRANSPORTS are both set: write the server of SMTP_URL as an entry of TRANSPORTS and remove SMTP_URL.',
    )
  }
  const data_dir = path.resolve(settings.DATA_DIR)
  const secret_file = path.join(data_dir, 'secret-key')
  // An invalid key stops the start. A missing one is created on first use, so a start that fails because of another setting creates no file.
  let secret = settings.SECRET_KEY ?? readSecret(secret_file)
  const base_url = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const app_url = settings.APP_URL ?? base_url
  const MAIL_FROM = settings.MAIL_FROM ?? `no-reply@${new URL(app_url).hostname}`
  const uncarried = uncarriedServiceDomain({ TRANSPORTS: settings.TRANSPORTS, MAIL_FROM })
  if (uncarried) {
    throw new SettingError(
      `TRANSPORTS carries no service emails: no entry names ${uncarried}, the domain of MAIL_FROM (${MAIL_FROM}). Add it to "domains" of an entry, leave out "domains" of an entry, or set MAIL_FROM to an address at a domain that an entry names.`,
    )
  }
  return {
    ...settings,
    connections: divideConnections(settings.DATABASE_POOL, settings.SENDING_CONCURRENCY),
    NODE_ENV: nodeEnv(input.NODE_ENV),
    DATA_DIR: data_dir,
    ...publicAddresses(settings, { BASE_URL: base_url, APP_URL: app_url }),
    MAIL_FROM,
    ADMIN_TWO_FACTOR: settings.ADMIN_TWO_FACTOR ?? (isLoopback(new URL(app_url)) ? 'off' : 'on'),
    has_given_key: settings.SECRET_KEY !== undefined,
    get SECRET_KEY() {
      secret ??= keptSecret(secret_file)
      return secret
    },
  }
}

const NODE_ENVS = ['production', 'development', 'test'] as const

function nodeEnv(given = 'production'): Env['NODE_ENV'] {
  const known = NODE_ENVS.find((one) => one === given)
  if (!known) throw new SettingError(`NODE_ENV is not one of ${NODE_ENVS.join(', ')}: it is "${given}".`)
  return known
}

const holder = processSingleton<{ env?: Env }>('env', () => ({}))

/** Returns the settings of this process, read once: from the environment, then from a .env file next to package.json. */
export function env(): Env {
  if (holder.env) return holder.env
  noteEnvironment(process.env)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = setEnv(process.env)
  // next and next-auth read these from the environment.
  const { NODE_ENV, APP_URL } = settings
  Object.assign(process.env, { NODE_ENV, NEXTAUTH_URL: APP_URL, NEXT_TELEMETRY_DISABLED: '1' })
  // `node --watch` makes every child process report the modules it loads; Next mistakes that for messages of its workers and dies.
  delete process.env.WATCH_REPORT_DEPENDENCIES
  return settings
}

/** Sets settings from a source other than the environment, for tests. */
export function setEnv(source: Record<string, string | undefined>): Env {
  holder.env = readEnv(source)
  return holder.env
}

/** Matches settings whose values are never shown. */
export const SECRET = /KEY|SECRET|PASSPHRASE|TOKEN|HEADERS|SMTP_URL|IMAP_URL|TRANSPORTS|DATABASE_URL/
const shown = (name: string, value: string | undefined) => (SECRET.test(name) ? '(hidden)' : value)
const remedy = (name: string) => {
  const meta = Settings.shape[name as keyof Parsed].meta()
  return `Correct it in the environment or in .env. ${meta?.description ?? ''}`.trim()
}
