import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Stage } from './memory-stage.ts'

type Run = (part: { from: number; count: number }) => Promise<void>

export interface Load {
  count: number
  start: (stage: Stage) => Run | Promise<Run>
}

export const LOADS: Record<string, Load> = {
  pages: { count: 10_000, start: openPages },
  api: { count: 1_000_000, start: askApi },
  emails: { count: 100_000, start: sendEmails },
  previews: { count: 200, start: preview },
  images: { count: 1_000, start: upload },
}

/** Runs `work` for each number of the part, several at a time. */
async function each(
  { from, count }: { from: number; count: number },
  at_a_time: number,
  work: (n: number) => Promise<unknown>,
) {
  let next = from
  const one = async () => {
    while (next < from + count) await work(next++)
  }
  await Promise.all(Array.from({ length: at_a_time }, one))
}

async function idsOf({ procedure }: Stage, name: string, input: object): Promise<number[]> {
  const { rows } = await procedure<{ rows: { id: number }[] }>(name, { per_page: 50, ...input })
  return rows.map(({ id }) => id)
}

const LISTS = [
  '/',
  '/subscribers',
  '/broadcasts',
  '/sequences',
  '/automations',
  '/forms',
  '/tags',
  '/segments',
  '/posts',
  '/templates',
  '/snippets',
  '/images',
  '/analytics',
  '/purchases',
  '/activity',
  '/settings',
]

async function openPages(stage: Stage): Promise<Run> {
  const reports = await idsOf(stage, 'broadcasts.list', { status: 'completed' })
  const subscribers = await idsOf(stage, 'subscribers.list', {})
  return (part) =>
    each(part, 4, (n) => {
      const turn = Math.floor(n / (LISTS.length + 2))
      const at = n % (LISTS.length + 2)
      if (at < LISTS.length) return stage.ask(LISTS[at] ?? '/')
      return at === LISTS.length
        ? stage.ask(`/broadcasts/${reports[turn % reports.length]}?tab=overview`)
        : stage.ask(`/subscribers/${subscribers[turn % subscribers.length]}`)
    })
}

const KEYS = 200
const keyNumber = (n: number) => `svc_only-for-measuring-number-${String(n).padStart(6, '0')}`

/** Requests lists, one subscriber, an upsert, an update with an idempotency key, and a few errors, with many keys. */
async function askApi({ database, account_id, ask }: Stage): Promise<Run> {
  await database.query(
    `insert into api_key (account_id, name, prefix, key_hash, scopes)
     select $1, 'Measured', 'svc_only', hash, '{public}' from unnest($2::text[]) hash`,
    [account_id, Array.from({ length: KEYS }, (_, n) => createHash('sha256').update(keyNumber(n)).digest('hex'))],
  )
  await withSubscribers({ database, account_id }, 10_000)
  const { rows } = await database.query('select id from subscriber where account_id = $1 order by id', [account_id])
  const id = (n: number) => rows[(n * 7_919) % rows.length].id
  return (part) =>
    each(part, 6, (n) => {
      const headers = { 'x-service-api-key': keyNumber(n % KEYS), 'content-type': 'application/json' }
      const kind = n % 10
      if (kind < 5) return ask(`/v4/subscribers/${id(n)}`, { headers })
      if (kind < 6) return ask('/v4/subscribers?per_page=50', { headers })
      if (kind < 7) return ask('/v4/tags', { headers })
      if (kind < 8) return ask('/v4/nothing', { headers }).catch(() => '')
      const body = JSON.stringify({ email_address: `subscriber${n % 10_000}@measured.example`, first_name: `Lin ${n}` })
      const with_key = kind === 8 ? { ...headers, 'idempotency-key': `measured-${n}` } : headers
      return ask('/v4/subscribers', { method: 'POST', headers: with_key, body })
    })
}

async function withSubscribers({ database, account_id }: Pick<Stage, 'database' | 'account_id'>, count: number) {
  await database.query(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, 'subscriber' || n || '@measured.example', 'Subscriber ' || n from generate_series(0, $2::int - 1) n`,
    [account_id, count],
  )
}

const PARAGRAPHS = Array.from(
  { length: 14 },
  (_, n) => `<p>Hello {{ subscriber.first_name | default: "friend" }}, ${'what we have learned this month. '.repeat(11)}
<a href="https://studio.example/read?more=${n}">Read on</a></p>\n`,
).join('')

/** Repeatedly sends a broadcast of 15 KB with 14 tracked links to a tenth as many subscribers. */
async function sendEmails(stage: Stage): Promise<Run> {
  let subscribers = 0
  const mark = randomBytes(3).toString('hex')
  return async ({ from, count }) => {
    if (subscribers === 0) {
      await stage.database.query('update subscriber set state = $2, canceled_at = now() where account_id = $1', [
        stage.account_id,
        'cancelled',
      ])
      await withSubscribers(stage, count)
      subscribers = count
    }
    const earlier_messages = await stage.received()
    const headers = { 'x-service-api-key': stage.api_key, 'content-type': 'application/json' }
    await stage.ask('/v4/broadcasts', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        subject: `News ${mark} ${from} for {{ subscriber.first_name }}`,
        content: PARAGRAPHS,
        send_at: new Date().toISOString(),
        subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
      }),
    })
    while ((await stage.received()) < earlier_messages + count) await delay(500)
  }
}

/** Previews different drafts, each for a different subscriber. */
async function preview(stage: Stage): Promise<Run> {
  const subscribers = await idsOf(stage, 'subscribers.list', {})
  const headers = { 'x-service-api-key': stage.api_key, 'content-type': 'application/json' }
  return (part) =>
    each(part, 2, async (n) => {
      const body = JSON.stringify({ subject: `Draft ${n}`, content: `<h2>Number ${n}</h2>${PARAGRAPHS}` })
      const { broadcast } = JSON.parse(await stage.ask('/v4/broadcasts', { method: 'POST', headers, body }))
      await stage.procedure('broadcasts.preview', {
        id: broadcast.id,
        subscriber_id: subscribers[n % subscribers.length],
      })
      await stage.ask(`/broadcasts/${broadcast.id}`)
    })
}

/** Uploads photographs and drawings of three sizes. */
async function upload(stage: Stage): Promise<Run> {
  const noise = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: '#2563eb', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    })
  const images = await Promise.all([
    noise(1_600, 1_200).blur(2).jpeg().toBuffer(),
    noise(800, 600).blur(4).png().toBuffer(),
    noise(3_000, 2_000).blur(3).jpeg().toBuffer(),
  ])
  return (part) =>
    each(part, 2, async (n) => {
      const picture = images[n % images.length] ?? Buffer.alloc(0)
      // Bytes after the end of an image make it a different file.
      const body = Buffer.concat([picture, Buffer.from(String(n))])
      await stage.ask(`/api/media?name=picture-${n}.${n % 3 === 1 ? 'png' : 'jpg'}`, { method: 'POST', body })
    })
}
