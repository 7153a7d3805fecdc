import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, ledgerRows, sendAll, sendToSink } from '../../../testing/modules/sending.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { isIn } from './why.ts'

const EMAIL = {
  subject: 'March',
  content: '<p>{{ subscriber.first_name }} <a href="https://studio.example/a">more</a></p>',
}

async function tagged(account: TestAccount, name: string, ...ids: number[]) {
  const { id } = await account.ctx.db.tag.create({
    data: { account_id: account.account_id, name, name_folded: name.toLowerCase() },
  })
  await account.ctx.sql.run(
    'insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, unnest($3::bigint[])',
    [id, ids],
  )
  return id
}

/** A broadcast to a tag that the first `count` subscribers have. */
async function fixture(count = 3) {
  const sink = await sendToSink()
  const account = await testAccount()
  const ids = await addSubscribers(account, count)
  const [outside = 0] = await addSubscribers(account, 1, 'outside')
  const tag_id = await tagged(account, 'Beta', ...ids)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ ...EMAIL, subscriber_filter: [{ any: [{ type: 'tag', ids: [tag_id] }] }] })
  const send = async () => {
    await app.send({ id })
    await sendAll(account, id)
  }
  const why = (email_address: string) => app.why({ id, email_address })
  return { sink, account, ids, outside, tag_id, app, id, send, why }
}

const leave = (account: TestAccount, id: number) =>
  write(account.ctx, (tx) => changeState(tx, { ids: [id], transition: 'unsubscribe', cause: 'dashboard' }))

test('a subscriber who got the email sees each decision on its way, the reply of the mail server and what followed', async () => {
  const { account, ids, send, why, id } = await fixture()
  await send()
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const delivery = await account.ctx.db.delivery.findFirstOrThrow({ where: { subscriber_id: ids[0] ?? 0 } })
  const event = { account_id: account.account_id, mail_id, subscriber_id: ids[0] ?? 0, delivery_id: delivery.id }
  await account.ctx.db.engagement.createMany({
    data: [
      { ...event, kind: 'open', is_machine: true, evidence: 'before_delivery' },
      { ...event, kind: 'open' },
      { ...event, kind: 'open' },
    ],
  })
  const { got, summary, decisions } = await why(' Subscriber1@example.net ')
  expect([got, summary]).toEqual(['yes', 'The mail server accepted the message.'])
  expect(decisions.map(({ step, result }) => `${step} ${result}`)).toEqual([
    'subscriber yes',
    'email yes',
    'audience yes',
    'suppression yes',
    'render yes',
    'transport yes',
    'outcome yes',
    'engagement info',
    'engagement info',
  ])
  expect(decisions.map(({ text }) => text)).toContain('They were in the audience: they are in the tag “Beta”.')
  const timed = decisions.filter(({ at }) => at !== null).map(({ step }) => step)
  expect(timed).toEqual(expect.arrayContaining(['subscriber', 'email', 'audience', 'transport', 'outcome']))
  expect(decisions.find(({ step }) => step === 'outcome')).toMatchObject({
    at: expect.any(String),
    detail: expect.stringContaining('250'),
  })
  expect(decisions.map(({ text }) => text)).toContain('They opened it, 2 times in total.')
  expect(decisions.find(({ text }) => text === 'A program opened it.')?.detail).toBe(
    'It came before the mail server had accepted the message. Not counted in any rate.',
  )
})

test('not yet: each thing that a message waits for is named, with its time', async () => {
  const { account, why, app, id } = await fixture(2)
  await app.savePlan({ id, plan: { kind: 'spread', hours: 2 } })
  await app.send({ id })
  const at = account.ctx.now()
  await sendAll(account, id)
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const last = await account.ctx.sql.one<{ email_address: string }>(
    `update delivery d set state = 'queued', attempts = 0, next_attempt_at = $3 from subscriber s
     where d.account_id = $1 and d.mail_id = $2 and s.id = d.subscriber_id returning s.email_address`,
    [mail_id, new Date(+at + 3_600_000)],
  )
  const summary = async (delivery: string, mail = '') => {
    await account.ctx.sql.run(`update delivery set ${delivery} where account_id = $1 and mail_id = $2`, [mail_id])
    if (mail) await account.ctx.sql.run(`update mail set ${mail} where account_id = $1 and id = $2`, [mail_id])
    const answer = await why(last?.email_address ?? '')
    expect(answer).toMatchObject({ got: 'not_yet' })
    return answer.summary
  }
  const { next_attempt_at, last_at, per_second } = await app.progress({ id })
  expect([next_attempt_at, per_second]).toEqual([last_at, null])
  expect(await summary('reason = null')).toContain('sent over several hours')
  expect(await summary('reason = null', `pace = '{"kind": "time_zones"}'`)).toContain('hour in their time zone')
  expect(await summary(`reason = 'warm_up'`)).toContain('a later day of its warm-up')
  expect(await summary(`reason = 'throttled'`)).toContain('waits for a sending rate')
  expect(await summary('reason = null', 'is_staged = true')).toContain('not in the first group')
  expect(await summary('reason = null', 'paused_at = now()')).toContain('Sending is paused')
})

test('why not: outside the audience, by which condition', async () => {
  const { send, why } = await fixture()
  await send()
  expect(await why('outside1@example.net')).toMatchObject({
    got: 'no',
    summary: 'They were not in the audience: they are not in the tag “Beta”.',
  })
})

test('why not: tagged after sending began', async () => {
  const { account, send, why, tag_id, outside } = await fixture()
  await send()
  await account.ctx.sql.run(
    `insert into tagging (account_id, tag_id, subscriber_id, tagged_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [tag_id, outside],
  )
  expect((await why('outside1@example.net')).summary).toBe(
    'They were not in the audience: the tag “Beta” was added later.',
  )
})

test('why not: unsubscribed before recipients were determined, with the cause', async () => {
  const { account, ids, send, why } = await fixture()
  await leave(account, ids[1] ?? 0)
  await send()
  const { got, summary, decisions } = await why('subscriber2@example.net')
  expect([got, summary]).toEqual(['no', 'They were unsubscribed when recipients were determined.'])
  expect(decisions.at(-1)).toMatchObject({ at: expect.any(String), detail: 'Unsubscribed manually.' })
})

test('why not: suppressed', async () => {
  const { account, send, why } = await fixture()
  const { account_id } = account
  await account.ctx.db.suppression.create({
    data: { account_id, address_hash: suppressionHash(account_id, 'subscriber2@example.net'), reason: 'manual' },
  })
  await send()
  expect(await why('subscriber2@example.net')).toMatchObject({
    got: 'no',
    summary: 'The address was on a suppression list.',
    decisions: expect.arrayContaining([
      expect.objectContaining({ detail: 'On the list: a member added it.', at: expect.any(String) }),
    ]),
  })
})

test('a draft says that an address is suppressed, and leaves open whom a resend goes to', async () => {
  const { account, app, ids, id, send, why } = await fixture()
  await account.ctx.db.suppression.create({
    data: {
      account_id: account.account_id,
      address_hash: suppressionHash(account.account_id, 'subscriber2@example.net'),
      reason: 'manual',
    },
  })
  const steps = async (of: number, subscriber_id = 0) =>
    (await app.why({ id: of, subscriber_id })).decisions.map(({ step, result }) => `${step} ${result}`)
  expect(await steps(id, ids[0])).toEqual(['subscriber yes', 'email no', 'state yes', 'audience yes'])
  expect(await steps(id, ids[1])).toEqual(['subscriber yes', 'email no', 'state yes', 'suppression no', 'audience yes'])
  await send()
  expect((await why('subscriber1@example.net')).got).toBe('yes')
  await account.ctx.db.account.updateMany({ data: { open_tracking_enabled: true } })
  await account.ctx.sql.run(
    `update mail set snapshot = snapshot || '{"open_tracking": true}' where account_id = $1 and broadcast_id = $2`,
    [id],
  )
  const again = await app.resend({ id })
  expect(await steps(again.id, ids[0])).toEqual(['subscriber yes', 'email no', 'state yes', 'audience unknown'])
})

test('why not: refused by the mail server, with its reply', async () => {
  const { sink, send, why } = await fixture()
  sink.behavior.onRecipient = (to) =>
    to.startsWith('subscriber3@') ? { code: 550, text: '5.1.1 No such user' } : undefined
  await send()
  const { got, summary, decisions } = await why('subscriber3@example.net')
  expect([got, summary]).toEqual(['no', 'The mailbox does not exist.'])
  expect(decisions.find(({ step }) => step === 'outcome')?.detail).toContain('5.1.1 No such user')
})

test('why not: excluded after recipients were determined, with the time', async () => {
  const { account, ids, send, why, app } = await fixture()
  const began = account.ctx.now()
  const expectTime = (text: string, chain: Awaited<ReturnType<typeof why>>) => {
    const last = chain.decisions.at(-1)
    expect(last?.text).toBe(text)
    // Times of the wire have whole seconds.
    expect(Date.parse(last?.at ?? '')).toBeGreaterThan(+began - 1_000)
  }
  await account.ctx.sql.run(
    `update subscriber set paused_until = now() + interval '30 days' where account_id = $1 and id = $2`,
    [ids[0]],
  )
  await send()
  expectTime('They had paused emails on their preference page.', await why('subscriber1@example.net'))
  const { id } = await app.create({ ...EMAIL, subscriber_filter: EVERYONE })
  await app.savePlan({
    id,
    plan: { kind: 'staged', first: { count: 1 }, wait_minutes: 60, limits: null, test: null },
  })
  await app.send({ id })
  await sendAll(account, id)
  await app.cancel({ id })
  await sendAll(account, id)
  const rest = (await ledgerRows(account, id)).find(({ reason }) => reason === 'aborted')
  expectTime(
    'Sending was canceled before this message was sent.',
    await app.why({ id, email_address: rest?.email_address }),
  )
})

test('why not: joined after sending began, unknown address, and a message that is retried', async () => {
  const { sink, account, send, why } = await fixture()
  sink.behavior.onRecipient = (to) => (to.startsWith('subscriber3@') ? { code: 450, text: 'Later' } : undefined)
  await send()
  await addSubscribers(account, 1, 'late')
  await account.ctx.sql.run(
    `update subscriber set created_at = now() + interval '1 hour' where account_id = $1 and email_address = 'late1@example.net'`,
  )
  expect((await why('late1@example.net')).summary).toBe('They joined after recipients were determined.')
  expect((await why('stranger@example.net')).summary).toBe('No subscriber has the address stranger@example.net.')
  expect(await why('subscriber3@example.net')).toMatchObject({
    got: 'not_yet',
    summary: 'The mail server asked to try again later.',
  })
})

test('the audience is checked by the segment as it was when sending began, also after it was changed and deleted', async () => {
  await sendToSink()
  const account = await testAccount()
  const [guest = 0] = await addSubscribers(account, 2)
  const app = dashboard(account)
  const [vip, other] = [await tagged(account, 'VIP', guest), await tagged(account, 'Other')]
  const by = (id: number) => ({ all: [{ type: 'tags' as const, any: [{ type: 'ids' as const, matching: [id] }] }] })
  const segment = await app.segments.create({ name: 'Guests', definition: by(vip) })
  const { id } = await app.broadcasts.create({
    ...EMAIL,
    subscriber_filter: [{ any: [{ type: 'segment', ids: [segment.id] }] }],
  })
  await app.broadcasts.send({ id })
  await sendAll(account, id)
  const why = (email_address: string) => app.broadcasts.why({ id, email_address })
  const not_in = 'They were not in the audience: they are not in the segment “Guests”.'
  const wasIn = 'They were in the audience: they are in the segment “Guests”.'
  for (const change of [
    () => app.segments.update({ id: segment.id, name: 'Guests', definition: by(other) }),
    () => app.segments.delete({ id: segment.id }),
  ]) {
    await change()
    expect((await why('subscriber2@example.net')).summary).toBe(not_in)
    expect((await why('subscriber1@example.net')).decisions.map(({ text }) => text)).toContain(wasIn)
  }
})

test('an audience with unknown conditions is only certain where one known condition decides', () => {
  const condition = (matches: boolean | null) => ({ type: 'tag' as const, name: 'x', matches, since: null })
  expect(isIn({ group: 'any', conditions: [condition(true), condition(null)], excluded: [] })).toBe(true)
  expect(isIn({ group: 'any', conditions: [condition(false), condition(null)], excluded: [] })).toBeNull()
  expect(isIn({ group: 'all', conditions: [condition(false), condition(null)], excluded: [] })).toBe(false)
  expect(isIn({ group: 'none', conditions: [condition(true), condition(null)], excluded: [] })).toBe(false)
  expect(isIn({ group: 'none', conditions: [condition(false), condition(null)], excluded: [] })).toBeNull()
  const everyone = { group: 'everyone' as const, conditions: [] }
  expect(isIn({ ...everyone, excluded: [condition(false)] })).toBe(true)
  expect(isIn({ ...everyone, excluded: [condition(null), condition(true)] })).toBe(false)
  expect(isIn({ ...everyone, excluded: [condition(null), condition(false)] })).toBeNull()
})

test('a viewer can ask why, and another account’s subscriber is unknown', async () => {
  const { send, app, id } = await fixture()
  await send()
  const stranger = await testAccount()
  const [other] = await addSubscribers(stranger, 1, 'elsewhere')
  expect(await app.why({ id, subscriber_id: other })).toMatchObject({ got: 'no', subscriber_id: null })
  await expect(app.why({ id })).rejects.toThrow('Enter an email address')
})
