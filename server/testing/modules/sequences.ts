import { enrollSubscribers } from '../../modules/sequences/enrolling/enrolling.ts'
import { replanSequence } from '../../modules/sequences/sending/requeue-stalled.ts'
import { workSequence } from '../../modules/sequences/sending/sending.ts'
import { type TestAccount, testAccount } from '../account.ts'
import { api, key } from '../api.ts'
import type { MailSink } from '../servers/mail-sink.ts'
import { addSubscribers, parseMail, sendToSink } from './sending.ts'

/** Creates a sequence through the API. `call` requests paths below it, and `email` adds a published email. */
export async function makeSequence(account: TestAccount, input: object = {}) {
  const { sequence } = (await api('POST /v4/sequences', key(account), { name: 'Welcome', time_zone: 'UTC', ...input }))
    .body
  const path = `/v4/sequences/${sequence.id}`
  const call = (operation: string, body?: unknown) => {
    const [method, rest = ''] = operation.split(' ')
    return api(`${method} ${path}${rest}`, key(account), body)
  }
  const email = async (change: object = {}): Promise<number> => {
    const content = '<p>Hello {{ subscriber.first_name }}, <a href="https://studio.example/a">read on</a>.</p>'
    const created = { subject: 'Day one', delay_value: 1, delay_unit: 'days', published: true, content, ...change }
    return (await call('POST /emails', created)).body.email.id
  }
  return { id: sequence.id as number, call, email }
}

/** A Wednesday. */
export const START = '2026-01-14T09:00:00.000Z'

/** Creates a sequence with subscribers, a mail server and its own clock. */
export async function sequenceFixture(subscribers = 1, input: object = {}) {
  const account = await testAccount()
  const sink = await sendToSink({}, 'pool=4')
  const sequence = await makeSequence(account, input)
  const ids = await addSubscribers(account, subscribers)
  let now = new Date(START)
  account.ctx.now = () => now
  const { ctx } = account
  const join = (subscriber_ids: number[] = ids) =>
    enrollSubscribers(ctx, {
      pairs: subscriber_ids.map((subscriber_id) => ({ sequence_id: sequence.id, subscriber_id })),
    })
  const work = async () => {
    while ((await workSequence(ctx, { id: sequence.id, work_ms: 10_000 })).state === 'more');
  }
  /** Sets the clock to this time and sends. Returns `<subject> to <subscriber>` for each message received. */
  const at = async (time: string) => {
    now = new Date(time)
    const before = sink.messages.length
    await work()
    return arrivals(sink, before)
  }
  const progress = async (subscriber_id = ids[0]) => {
    const row = await ctx.db.enrollment.findFirstOrThrow({ where: { subscriber_id } })
    return { state: row.state, next_at: row.next_at?.toISOString() ?? null, run: row.run }
  }
  const replan = () => replanSequence(ctx, { id: sequence.id })
  return { account, ctx, sink, ids, join, at, progress, replan, ...sequence }
}

async function arrivals(sink: MailSink, from = 0): Promise<string[]> {
  const messages = await Promise.all(sink.messages.slice(from).map(parseMail))
  return messages.map((mail) => `${mail.subject} to ${mail.to?.[0]?.address?.split('@')[0]}`).sort()
}
