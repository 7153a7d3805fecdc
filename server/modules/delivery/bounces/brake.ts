import { createHash } from 'node:crypto'
import type { Tx } from '../../../core/write/write.ts'
import type { Expired } from '../../../db/purge.ts'
import { domainOf } from '../../../lib/text/email-address.ts'
import { sameText } from '../../../mail/reports/same-text.ts'

/** A wave begins above this percentage of sent messages, with at least this many bounces. */
export const LIMIT = { percent: 3, least: 20 }
const WINDOW_MS = 3_600_000
const MAX_SAMPLE = 300

/** A subscriber whom a report would mark as bounced. */
export interface Candidate {
  id: number
  email_address: string
  mail_id: number | null
  status?: string | undefined
  /** The receiving server's text, or empty. */
  text: string
}

interface Bounce {
  id: number
  mail_id: number | null
  text_key: string
  domain: string
  sample: string
}

/**
 * Returns the candidates to mark as bounced now. Many reports with one text within an hour, for the account or one receiving domain, are
 * more likely a server's fault than the end of all these mailboxes: such candidates wait for a decision. The subscribers must be locked.
 */
export async function holdBack(tx: Tx, candidates: readonly Candidate[]): Promise<number[]> {
  const told = new Map(candidates.map((candidate) => [candidate.id, bounceOf(candidate)]))
  const active = await findActive(tx, [...told.keys()])
  const bounces = [...told.values()].filter(({ id }) => active.has(id))
  const others = [...told.keys()].filter((id) => !active.has(id))
  return [...others, ...(await holdBackTold(tx, bounces))]
}

/** Only active subscribers bounce. Late reports about others join no wave, which could make them active. */
async function findActive(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.sql.rows<{ id: number }>(
    `select id from subscriber where account_id = $1 and id = any ($2::bigint[]) and state = 'active'`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

async function holdBackTold(tx: Tx, bounces: readonly Bounce[]): Promise<number[]> {
  if (bounces.length === 0) return []
  await store(tx, bounces)
  const waves = await findWaves(tx, bounces)
  for (const scope of scopesOf(bounces)) {
    // One text needs one decision: a wave of the account includes its domains.
    if (waves.has(keyOf(scope)) || waves.has(keyOf({ ...scope, domain: '' }))) continue
    const wave_id = await beginWave(tx, scope)
    if (wave_id !== undefined) waves.set(keyOf(scope), wave_id)
  }
  if (waves.size === 0) return bounces.map(({ id }) => id)
  const waiting = bounces.flatMap((bounce) => {
    const wave_id = waves.get(keyOf({ ...bounce, domain: '' })) ?? waves.get(keyOf(bounce))
    return wave_id === undefined ? [] : [{ id: bounce.id, wave_id }]
  })
  await tx.sql.run(
    `update text_bounce b set is_waiting = true, wave_id = w.wave_id
     from unnest($2::bigint[], $3::int[]) as w(id, wave_id) where b.account_id = $1 and b.subscriber_id = w.id`,
    [waiting.map(({ id }) => id), waiting.map(({ wave_id }) => wave_id)],
  )
  const ids = new Set(waiting.map(({ id }) => id))
  return bounces.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
}

/** Reports without a text count as one text. */
function bounceOf(candidate: Candidate): Bounce {
  const { id, email_address, mail_id, text } = candidate
  const text_key = createHash('sha256').update(sameText(candidate)).digest('base64url').slice(0, 22)
  return { id, mail_id, text_key, domain: domainOf(email_address), sample: text.slice(0, MAX_SAMPLE) }
}

/** A waiting subscriber stays in the wave; a second report changes nothing. */
const store = (tx: Tx, bounces: readonly Bounce[]): Promise<number> =>
  tx.sql.run(
    `insert into text_bounce as b (account_id, subscriber_id, mail_id, text_key, domain, at)
     select $1, v.id, v.mail_id, v.text_key, v.domain, $3::timestamptz
     from jsonb_to_recordset($2::jsonb) as v(id bigint, mail_id int, text_key text, domain text) order by v.id
     on conflict (account_id, subscriber_id) do update
       set mail_id = excluded.mail_id, text_key = excluded.text_key, domain = excluded.domain, at = excluded.at, wave_id = null
       where not b.is_waiting`,
    [JSON.stringify(bounces), tx.now()],
  )

interface Scope {
  text_key: string
  /** Empty: the whole account. */
  domain: string
  sample: string
  /** Number of this set's bounces in the wave. */
  added: number
}

const keyOf = ({ text_key, domain }: Pick<Scope, 'text_key' | 'domain'>): string => `${text_key} ${domain}`

/** Returns the account and its receiving domains, by text. */
function scopesOf(bounces: readonly Bounce[]): Scope[] {
  const scopes = new Map<string, Scope>()
  for (const { text_key, domain, sample } of bounces)
    for (const of_scope of ['', domain]) {
      const scope = { text_key, domain: of_scope, sample, added: 0 }
      const known = scopes.get(keyOf(scope)) ?? scope
      known.added++
      scopes.set(keyOf(scope), known)
    }
  return [...scopes.values()]
}

async function findWaves(tx: Tx, bounces: readonly Bounce[]): Promise<Map<string, number>> {
  const rows = await tx.sql.rows<{ id: number; text_key: string; domain: string }>(
    `select id, text_key, domain from bounce_wave where account_id = $1 and state = 'waiting' and text_key = any ($2::text[]) order by id`,
    [[...new Set(bounces.map(({ text_key }) => text_key))]],
  )
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/** Begins a wave with these bounces if the last hour had too many. Returns its id. */
async function beginWave(tx: Tx, { text_key, domain, sample, added }: Scope): Promise<number | undefined> {
  const since = new Date(+tx.now() - WINDOW_MS)
  const { count = 0 } =
    (await tx.sql.one<{ count: number }>(
      `select count(*)::int as count from text_bounce
       where account_id = $1 and text_key = $2 and at > $3 and ($4 = '' or domain = $4)`,
      [text_key, since, domain],
    )) ?? {}
  if (count < LIMIT.least) return undefined
  const handed_over = await countHandedOver(tx, { text_key, domain, since, count, added })
  if (handed_over === undefined || count * 100 <= handed_over * LIMIT.percent) return undefined
  // Another transaction may have begun it: one cause needs one decision.
  await tx.sql.run(`select pg_advisory_xact_lock(hashtextextended('bounce wave ' || $1::int, 0))`)
  const known = await tx.sql.one<{ id: number }>(
    `select id from bounce_wave where account_id = $1 and state = 'waiting' and text_key = $2 and domain = $3`,
    [text_key, domain],
  )
  if (known) return known.id
  const { id } = (await tx.sql.one<{ id: number }>(
    `insert into bounce_wave (account_id, text_key, domain, sample, subscribers, since)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [text_key, domain, sample, handed_over, tx.now()],
  )) as { id: number }
  // Adds earlier bounces, so these subscribers can be restored with the rest.
  await tx.sql.run(
    `update text_bounce set wave_id = $5 where account_id = $1 and text_key = $2 and at > $3 and ($4 = '' or domain = $4)
       and wave_id is null`,
    [text_key, since, domain, id],
  )
  return id
}

/** Maximum number of messages counted for a domain. They are counted again only after a fifth more bounces, not for each set. */
const MAX_SCANNED = 20_000
const stepOf = (count: number): number => (count < LIMIT.least ? -1 : Math.floor(Math.log(count) / Math.log(1.2)))

interface Bounced {
  text_key: string
  domain: string
  since: Date
  count: number
  added: number
}

/**
 * Counts messages sent in the same hours as the bounced ones, to everyone or to the domain, up to the size of their emails: a list may be
 * sent in parts, and reports may be days late. Stops early when bounces are few. Undefined if it is too early to count again.
 */
async function countHandedOver(
  tx: Tx,
  { text_key, domain, since, count, added }: Bounced,
): Promise<number | undefined> {
  const scope = [text_key, since, domain]
  const { tried = 0 } =
    (await tx.sql.one<{ tried: number }>(
      `select coalesce(sum(m.sent + m.failed + m.unconfirmed), 0)::int as tried from mail m
       where m.account_id = $1 and m.id in (select mail_id from ${BOUNCED})`,
      scope,
    )) ?? {}
  if (tried > MAX_SCANNED && stepOf(count) === stepOf(count - added)) return undefined
  const most = domain === '' ? Math.floor((count * 100) / LIMIT.percent) + 1 : MAX_SCANNED
  const { total = 0, of_scope = 0 } =
    (await tx.sql.one<{ total: number; of_scope: number }>(
      domain === ''
        ? `select count(*)::int as total, count(*)::int as of_scope from (${HANDED_OVER}) h`
        : `select count(*)::int as total, count(*) filter (where split_part(s.email_address, '@', 2) = $4)::int as of_scope
           from (${HANDED_OVER}) h join subscriber s on s.account_id = $1 and s.id = h.subscriber_id`,
      [...scope, most],
    )) ?? {}
  const in_hours = domain !== '' && total === most ? Math.round((of_scope / total) * Math.max(tried, total)) : of_scope
  // Excludes bounces of messages that are not deliveries, such as confirmations.
  return Math.max(count, tried < count ? in_hours : Math.min(tried, in_hours))
}

const BOUNCED = `text_bounce where account_id = $1 and text_key = $2 and at > $3 and ($4 = '' or domain = $4)`

/** Messages sent in the hours of the bounced ones, at most `$5`, by the indexes of these times. */
const HANDED_OVER = `select d.subscriber_id from (
    select distinct date_trunc('hour', coalesce(d.sent_at, d.claimed_at, b.at)) as begins
    from (select mail_id, subscriber_id, at from ${BOUNCED}) b
      left join delivery d on d.account_id = $1 and d.mail_id = b.mail_id and d.subscriber_id = b.subscriber_id
  ) hour cross join lateral (
    select subscriber_id from delivery
    where account_id = $1 and sent_at >= hour.begins and sent_at < hour.begins + interval '1 hour'
    union all
    select subscriber_id from delivery
    where account_id = $1 and state = 'failed' and claimed_at >= hour.begins and claimed_at < hour.begins + interval '1 hour'
  ) d limit $5`

/** Rows of no use to a wave. Decided waves are kept as long as reports, to show the decision. */
export const EXPIRED_BOUNCES: readonly Expired[] = [
  { table: 'text_bounce', where: 'at < $1 and wave_id is null', kept_days: 1 },
  { table: 'bounce_wave', where: `decided_at < $1 and state in ('applied', 'discarded')`, kept_days: 'report_days' },
]
