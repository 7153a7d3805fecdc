import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { onTestFinished } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { database } from '../../db/client.ts'
import { env, setEnv } from '../../env.ts'
import { configuredTransports } from '../../mail/settings.ts'
import { getBroadcastReport } from '../../modules/broadcasts/report/report.ts'
import { sendBroadcast } from '../../modules/broadcasts/sending/sending.ts'
import { createBroadcast } from '../../modules/broadcasts/service.ts'
import { settleHits } from '../../modules/delivery/tracking/settle.ts'
import { closeTransports } from '../../modules/transports/open-transports.ts'
import { restApp } from '../../rest/app.ts'
import type { TestAccount } from '../account.ts'
import { type MailSink, openMailSink, type ReceivedMail, type SinkBehavior } from '../servers/mail-sink.ts'

/** Sends emails of this process to a sink until the test ends. */
export async function sendToSink(behavior: SinkBehavior = {}, options = ''): Promise<MailSink> {
  const sink = await openMailSink(behavior)
  sendTo(sink.url(options), sink.close)
  return sink
}

/** Sends emails of this process to this `SMTP_URL` until the test ends. */
export function sendTo(url: string, close: () => Promise<void> = async () => undefined): void {
  changeMailSettings({ SMTP_URL: url }, close)
}

/** Changes settings related to sending until the test ends. */
export function changeMailSettings(
  settings: Partial<Record<'SMTP_URL' | 'TRANSPORTS' | 'WARM_UP' | 'ACCOUNT_HOURLY_LIMIT' | 'DNS_SERVERS', string>>,
  close: () => Promise<void> = async () => undefined,
): void {
  const before = env()
  setEnv({ ...asSource(before), ...settings })
  const names = configuredTransports(env()).map(({ name }) => name)
  onTestFinished(async () => {
    setEnv(asSource(before))
    await closeTransports()
    await forgetTransports(names)
    await close()
  })
}

export interface Configured {
  sink: MailSink
  name: string
}

/** Configures transports to sinks until the test ends. No other test shares their names, and so their rows. */
export async function transports(
  entries: Record<string, { behavior?: SinkBehavior; options?: string } & Record<string, unknown>>,
  settings: { WARM_UP?: string; ACCOUNT_HOURLY_LIMIT?: string } = {},
): Promise<Record<string, Configured>> {
  const suffix = randomUUID().slice(0, 8)
  const opened_sinks: Record<string, Configured> = {}
  const list = []
  for (const [label, { behavior, options = '', ...entry }] of Object.entries(entries)) {
    const sink = await openMailSink(behavior)
    const name = `${label}-${suffix}`
    opened_sinks[label] = { sink, name }
    list.push({ name, url: sink.url(options), ...entry })
  }
  changeMailSettings({ TRANSPORTS: JSON.stringify(list), ...settings }, async () => {
    for (const { sink } of Object.values(opened_sinks)) await sink.close()
  })
  return opened_sinks
}

/** Returns the number of messages that the transport's server accepted or was offered. */
export const received = (configured: Configured | undefined) => configured?.sink.messages.length ?? 0

/** Deletes the stored state of these transports. Another test may get their server's port, which is part of their name. */
async function forgetTransports(names: readonly string[]): Promise<void> {
  await database().pool.query(
    `with gone as (select unnest($1::text[]) as name),
       circuits as (delete from transport_circuit c using gone where c.transport = gone.name),
       back_offs as (delete from transport_back_off b using gone where b.transport = gone.name),
       allowances as (delete from daily_allowance d using gone where d.subject = 'transport ' || gone.name)
     delete from sending_rate r using gone
     where r.key = 'transport ' || gone.name or starts_with(r.key, 'receiver ' || gone.name || ' ')`,
    [names],
  )
}

/** Adds active subscribers `<prefix><n>@example.net` with first names. Returns their IDs. */
export async function addSubscribers(account: TestAccount, count: number, prefix = 'subscriber'): Promise<number[]> {
  const rows = await account.ctx.sql.rows<{ id: number }>(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, $3 || n || '@example.net', 'Subscriber ' || n from generate_series(1, $2::int) n returning id`,
    [count, prefix],
  )
  return rows.map(({ id }) => id)
}

/** The explicit choice of all subscribers in the dashboard. */
export const EVERYONE = [{ all: [{ type: 'all_subscribers' as const }] }]

/** Creates a broadcast that is due now. `sendAll` sends it. */
export async function startBroadcast(account: TestAccount, input: Record<string, unknown> = {}): Promise<number> {
  const { id } = await createBroadcast(account.ctx, {
    subject: 'News for {{ subscriber.first_name }}',
    content: '<p>Hello {{ subscriber.first_name }}, <a href="https://studio.example/a?x=1&amp;y=2">read on</a>.</p>',
    send_at: account.ctx.now(),
    ...input,
  })
  return id
}

/** Sends until all deliveries are finished, or until the rest is due later. */
export async function sendAll(account: TestAccount, id: number): Promise<'finished' | 'wait' | 'stopped'> {
  for (;;) {
    const { state } = await sendBroadcast(account.ctx, { id, work_ms: 10_000 })
    if (state !== 'more') return state
  }
}

/** Counts the account's opens and clicks like the job, once no more can follow. */
export async function settleEngagement({ account_id }: TestAccount): Promise<void> {
  const ctx = systemCtx(account_id)
  await settleHits({ ...ctx, now: () => new Date(+ctx.now() + 3_600_000) })
}

export const parseMail = ({ raw }: ReceivedMail): Promise<Email> => PostalMime.parse(Buffer.from(raw, 'latin1'))

/** Removes style attributes from HTML, most of which the layout adds. */
export const withoutStyles = (html = ''): string => html.replace(/ style="[^"]*"/g, '')

export const header = (mail: Email, name: string): string | undefined =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value

export interface LedgerRow {
  email_address: string
  state: string
  reason: string | null
  detail: string | null
}

export const ledgerRows = (account: TestAccount, id: number): Promise<LedgerRow[]> =>
  account.ctx.sql.rows<LedgerRow>(
    `select s.email_address, d.state::text, d.reason, d.detail
     from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
     join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
     where d.account_id = $1 and m.broadcast_id = $2 order by d.id`,
    [id],
  )

/** Returns an email's stored counts, and the same counts computed from its deliveries. They must be equal. */
export async function ledgerCounts(account: TestAccount, id: number) {
  const columns = [
    'recipients',
    'sent',
    'unconfirmed',
    'failed',
    'excluded',
    'opened',
    'clicked',
    'unsubscribed',
    'bounced',
    'hard_bounced',
  ]
  const stored_counts = await account.ctx.sql.one<Record<string, number>>(
    `select ${columns.join(', ')} from mail where account_id = $1 and broadcast_id = $2`,
    [id],
  )
  const state = (name: string) => `count(*) filter (where d.state = '${name}')::int as ${name}`
  const done = (name: string, column = `${name}_at`) => `count(${column})::int as ${name}`
  const counted_rows = await account.ctx.sql.one<Record<string, number>>(
    `select count(*)::int as recipients, ${['sent', 'unconfirmed', 'failed', 'excluded'].map(state).join(', ')},
       ${['opened', 'clicked', 'unsubscribed', 'bounced'].map((name) => done(name)).join(', ')},
       count(*) filter (where d.bounce_type = 'hard')::int as hard_bounced
     from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
     where d.account_id = $1 and m.broadcast_id = $2`,
    [id],
  )
  return { kept: stored_counts, counted: counted_rows }
}

/** Returns settings in the format of environment variables. */
export const asSource = (settings: object): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

export const app = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
export const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
}
/** Requests a URL as a browser does. */
export const visit = (url: string, init: RequestInit = {}) => app.request(url, { headers: BROWSER, ...init })

/** Sends a broadcast and returns the links in the first subscriber's message. */
export async function sentMail(account: TestAccount, input: Record<string, unknown> = {}, subscribers = 1) {
  const sink = await sendToSink()
  const ids = await addSubscribers(account, subscribers)
  const id = await startBroadcast(account, input)
  await sendAll(account, id)
  const received = sink.messages.find(({ to }) => to === 'subscriber1@example.net')
  if (!received) throw new Error('No message arrived')
  const mail = await parseMail(received)
  const html = mail.html ?? ''
  return {
    id,
    subscriber_id: ids[0] as number,
    html,
    pixel: /src="(http:[^"]*)"/.exec(html)?.[1] ?? '',
    links: [...html.matchAll(/href="(http:[^"]*)"/g)]
      .map(([, url = '']) => url)
      .filter((url) => url.includes('/t/c/') && !url.endsWith('/0')),
    unsubscribe: (header(mail, 'List-Unsubscribe') ?? '').slice(1, -1),
  }
}

/** Returns the report once all opens and clicks are counted. */
export async function reportOf(account: TestAccount, id: number) {
  await settleEngagement(account)
  return getBroadcastReport(account.ctx, { id })
}
