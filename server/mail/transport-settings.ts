import { z } from 'zod'
import { checkHttpRelayUrl } from './http-relay-url.ts'
import { parseSmtpUrl } from './smtp/url.ts'

/** A way for emails to leave this instance, as configured. `url` contains credentials: never log or show it. */
export interface TransportSettings {
  name: string
  url: string
  /** Share of the messages among transports of the same rank. 0: used only if no other can be. */
  weight: number
  /** Domains of From addresses that it carries. Null: all. */
  domains: readonly string[] | null
  /** Messages per second over all processes. Null: no limit. */
  per_second: number | null
  /** Messages per day (UTC) over all processes. Null: no limit. */
  per_day: number | null
  /** Messages per second to a receiving domain, replacing the defaults. 0: no limit. */
  receivers: Readonly<Record<string, number>>
}

/** An error in TRANSPORTS. The message names the entry and the accepted values, and never contains a URL or password. */
export class TransportSettingsError extends Error {
  override name = 'TransportSettingsError'
}

const MAX_ENTRIES = 50
const MAX_BYTES = 100_000
const ACCEPTED =
  'expected a list such as [{"name": "main", "url": "smtps://user:password@host:465"}], each with name and url, and optionally weight, domains, per_second, per_day and receivers'

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most.toLocaleString('en-US')}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}
const rate = (least: number) => {
  const error = `must be a number from ${least} to 100,000`
  return z.number({ error }).min(least, { error }).max(100_000, { error })
}
const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
const domain = z
  .string({ error: 'must be a domain such as example.com' })
  .refine((text) => DOMAIN.test(text), { error: 'must be a domain such as example.com, in lower case' })

const Entry = z.strictObject({
  name: z
    .string({ error: 'is missing: 1 to 40 characters of a-z, 0-9 and “-”' })
    .refine((text) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text), {
      error: 'must be 1 to 40 characters of a-z, 0-9 and “-”',
    }),
  url: z.string({ error: 'is missing: smtp://, smtps:// or https://' }).superRefine((url, issues) => {
    try {
      if (isHttpUrl(url)) checkHttpRelayUrl(url)
      else parseSmtpUrl(url)
    } catch (error) {
      issues.addIssue({ code: 'custom', message: `cannot be used: ${(error as Error).message}` })
    }
  }),
  weight: whole(0, 1000).default(1),
  domains: z
    .array(domain, { error: 'must be a list of domains' })
    .min(1, 'must name a domain, or be left out')
    .max(1000)
    .nullable()
    .default(null),
  per_second: rate(0.001).nullable().default(null),
  per_day: whole(1, 1_000_000_000).nullable().default(null),
  receivers: z.record(domain, rate(0), { error: 'must be an object such as {"gmail.com": 10}' }).default({}),
})

/** Returns whether a transport uses HTTP instead of SMTP. */
export const isHttpUrl = (url: string): boolean => /^https?:/i.test(url)

/** Parses TRANSPORTS. Throws TransportSettingsError. */
export function parseTransports(text: string): TransportSettings[] {
  const entries = readList(text)
  const names = new Set<string>()
  return entries.map((entry, at) => {
    const result = Entry.safeParse(entry)
    const label = labelOf(entry, at)
    if (!result.success) throw new TransportSettingsError(`${label}: ${firstProblem(result.error)}`)
    const { name } = result.data
    if (names.has(name)) throw new TransportSettingsError(`${label}: another entry has this name; names must differ`)
    names.add(name)
    return result.data
  })
}

/** Returns the only transport of SMTP_URL. Its name is the server's, so another server starts with new circuits and backoffs. */
export function smtpUrlTransport(url: string): TransportSettings {
  const { host, port } = parseSmtpUrl(url)
  const rest = { weight: 1, domains: null, per_second: null, per_day: null, receivers: {} }
  return { name: `${host}:${port}`, url, ...rest }
}

function readList(text: string): unknown[] {
  if (text.length > MAX_BYTES) throw new TransportSettingsError(`longer than ${MAX_BYTES} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own error quotes the input, which may contain a password.
    throw new TransportSettingsError(`not JSON; ${ACCEPTED}`)
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ENTRIES)
    throw new TransportSettingsError(`not a list of 1 to ${MAX_ENTRIES} entries; ${ACCEPTED}`)
  return value
}

function labelOf(entry: unknown, at: number): string {
  const name = (entry as { name?: unknown } | null)?.name
  return typeof name === 'string' && /^[\w-]{1,40}$/.test(name) ? `entry ${at + 1} (${name})` : `entry ${at + 1}`
}

function firstProblem({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue?.code === 'unrecognized_keys')
    return `unknown key ${issue.keys[0]?.slice(0, 40)}; known are ${Object.keys(Entry.shape).join(', ')}`
  if (!issue || issue.path.length === 0) return ACCEPTED
  if (issue.code === 'invalid_key') return `${String(issue.path[0])} must name domains such as gmail.com`
  const [key, ...inner] = issue.path.map(String)
  const where = key === 'receivers' && inner[0] ? `receivers "${inner[0].slice(0, 100)}"` : key
  return `${where} ${issue.message}`
}
