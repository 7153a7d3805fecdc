import { type Ctx, type Source, systemPool } from '../../core/context.ts'
import { AppError, rateLimited } from '../../core/errors.ts'
import type { Expired } from '../../db/purge.ts'
import { sha256Hex } from '../../lib/crypto/crypto.ts'
import { inLocaleOnce } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { limitedAs } from '../../lib/net/client-address.ts'

const MINUTE_MS = 60_000

interface Limit {
  attempts: number
  window_ms: number
}

/**
 * Limits per action. `address`: one email address from one source. `target`: the address from all sources, generous, so a stranger cannot
 * lock someone out. `source`: everything from one source.
 */
const LIMITS = {
  // The limits per address prevent flooding an inbox with links.
  sign_up: { source: per(20, 60), target: per(10, 24 * 60) },
  sign_up_link: { source: per(60, 15) },
  reset: { address: per(3, 15), target: per(10, 60), source: per(20, 60) },
  reset_link: { source: per(30, 15) },
  invitation_link: { source: per(60, 15) },
  password_change: { target: per(10, 15) },
  // Three of a million codes are valid at any time, so 30 an hour find one in 460 days on average. Only someone who knows the password can
  // try.
  second_factor: { address: per(10, 15), target: per(30, 60), source: per(100, 15) },
  passkey: { source: per(60, 15) },
  // Many visitors of a workshop share one source. The other limits prevent flooding an inbox.
  form: { source: per(60, 10), address: per(5, 10), target: per(20, 24 * 60) },
  // A developer registers one client at a time, a workshop a few dozen.
  client_registration: { source: per(30, 60) },
  // Anyone can name an address, which is then fetched.
  client_document: { source: per(30, 60) },
  // The ID of an unpublished app is its private link. A user follows a few, while a program would try all IDs.
  private_install_link: { target: per(100, 60) },
  confirmation_link: { source: per(60, 15) },
  preferences: { source: per(120, 15) },
  // Anyone can have a link sent to a buyer's inbox.
  post_access: { source: per(20, 60), target: per(5, 24 * 60) },
  // Social networks request many images from few addresses, and cache them.
  social_picture: { source: per(120, 10) },
  // An administrator's test message can go to any address.
  test_send: { target: per(20, 60) },
  // Forwarded emails contain the link, so it must not allow flooding an inbox.
  preference_email: { source: per(20, 60), target: per(5, 24 * 60) },
} as const satisfies Record<string, Partial<Record<'address' | 'target' | 'source', Limit>>>

export type Attempt = keyof typeof LIMITS

/**
 * Counts an attempt before it is made, in the database, so all processes share the count. Throws rate_limited, whether or not the address
 * exists.
 */
export async function countAttempt(
  ctx: Ctx,
  { attempt, source, target }: { attempt: Attempt; source?: Source; target?: string },
): Promise<void> {
  const limits: Partial<Record<'address' | 'target' | 'source', Limit>> = LIMITS[attempt]
  const from = source ? limitedAs(source) : ''
  if (limits.source) await count(ctx, [attempt, 'source', from], limits.source)
  if (limits.address) await count(ctx, [attempt, 'address', target ?? '', from], limits.address)
  if (limits.target) await count(ctx, [attempt, 'target', target ?? ''], limits.target)
}

/** Limits the emails that an account can cause to be sent to strangers. */
export const countSentEmail = (ctx: Ctx, { kind }: { kind: 'invitation' | 'sending_address' }): Promise<void> =>
  count(ctx, ['letter', kind, String(ctx.account_id)], per(30, 24 * 60))

const TEST_EMAILS_PER_HOUR = 50
const TEST_EMAILS_TO_OTHERS_PER_DAY = 100

/**
 * Limits test emails, which are not recorded as deliveries. `others` is the number of messages to addresses outside the team. They also
 * have a daily limit, because their owners may not have asked for a test. Throws rate_limited.
 */
export async function countTestEmails(
  ctx: Ctx,
  { messages, others }: { messages: number; others: number },
): Promise<void> {
  const account = String(ctx.account_id)
  const problem = t`You can send ${TEST_EMAILS_PER_HOUR} test emails an hour.`
  await count(ctx, ['test-email', account], per(TEST_EMAILS_PER_HOUR, 60), { problem, by: messages })
  if (others === 0) return
  await count(ctx, ['test-email-others', account], per(TEST_EMAILS_TO_OTHERS_PER_DAY, 24 * 60), {
    problem: t`You can send ${TEST_EMAILS_TO_OTHERS_PER_DAY} test emails a day to addresses outside your team.`,
    by: others,
  })
}

/** Limits the links and images of emails that are requested, so checks cannot flood other servers. Throws rate_limited. */
export const countCheckedAddresses = (ctx: Ctx, { addresses }: { addresses: number }): Promise<void> =>
  count(ctx, ['checked-addresses', String(ctx.account_id)], per(600, 60), {
    problem: t`Too many links were checked in the last hour.`,
    by: addresses,
  })

/** Limits an account's requests to apps' servers: enough for search while typing, too few to be a nuisance. */
export const countAppCall = (ctx: Ctx): Promise<void> => count(ctx, ['app-call', String(ctx.account_id)], per(120, 1))

/**
 * Records the use of a token, which may be repeated. Throws rate_limited for a different use within two days. Tokens must expire sooner
 * than that.
 */
export async function countTokenUse(ctx: Ctx, { token, content }: { token: string; content: string }): Promise<void> {
  const two_days = per(1, 2 * 24 * 60)
  const isNew = await count(ctx, ['token-use', token, content], two_days).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
  if (isNew) await count(ctx, ['token', token], two_days)
}

async function count(
  ctx: Ctx,
  parts: readonly string[],
  { attempts, window_ms }: Limit,
  { problem = t`Too many attempts.`, by = 1 }: { problem?: string; by?: number } = {},
): Promise<void> {
  const now = ctx.now()
  const { rows } = await systemPool().query<{ attempts: number; window_started_at: Date }>(
    `insert into auth_throttle as t (key, attempts, window_started_at) values ($1, $4, $2)
     on conflict (key) do update set
       attempts = case when t.window_started_at <= $3 then $4 else t.attempts + $4 end,
       window_started_at = case when t.window_started_at <= $3 then $2 else t.window_started_at end
     returning attempts, window_started_at`,
    [throttleKey(parts), now, new Date(+now - window_ms), by],
  )
  const [row] = rows
  if (!row || row.attempts <= attempts) return
  const seconds = Math.max(1, Math.ceil((+row.window_started_at + window_ms - +now) / 1000))
  throw rateLimited(t`${problem} ${t`Try again ${inWords(seconds)}`}`, seconds)
}

/** Addresses and sources are personal data, and rows outlive the attempts, so only their digest is stored. */
export const throttleKey = (parts: readonly string[]) => sha256Hex(JSON.stringify(parts))

function per(attempts: number, minutes: number): Limit {
  return { attempts, window_ms: minutes * MINUTE_MS }
}

/** Returns a duration in words: `in 8 seconds`, `in 15 minutes`. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? t`in a second` : times().format(seconds, 'second')
  if (seconds < 90) return t`in a minute`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? times().format(minutes, 'minute') : times().format(Math.ceil(minutes / 60), 'hour')
}

const times = inLocaleOnce((tag) => new Intl.RelativeTimeFormat(tag))

/** Counters whose last window started at least two days ago. */
export const EXPIRED_COUNTERS: readonly Expired[] = [
  { table: 'auth_throttle', where: 'window_started_at < $1', kept_days: 2 },
]
