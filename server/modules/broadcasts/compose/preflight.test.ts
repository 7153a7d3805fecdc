import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  ledgerCounts,
  ledgerRows,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
  withoutStyles,
} from '../../../testing/modules/sending.ts'
import { findSender } from '../../accounts/senders/sender.ts'
import { composeMail } from '../../delivery/compose/compose.ts'
import { runPreflight } from '../../delivery/compose/preflight.ts'
import { findLayout } from '../../templates/service.ts'
import { startIfDue } from '../sending/sending.ts'

/** Exceeds a template limit for subscribers whose city is BAD. */
const LOOPS =
  '<p>{% assign n = subscriber.city | plus: 0 %}{% for i in (1..n) %}.{% endfor %} <a href="https://studio.example/new">new</a></p>'
const BAD = '99999'

const setCity = (account: TestAccount, city: string, ids: readonly number[]) =>
  account.ctx.sql.run('update subscriber set city = $2 where account_id = $1 and id = any ($3::bigint[])', [city, ids])

const later = () => new Date(Date.now() + 3_600_000).toISOString()

test('Liquid that fails for every subscriber prevents sending and scheduling, and the error says for whom and where', async () => {
  const account = await testAccount()
  await setCity(account, BAD, await addSubscribers(account, 3))
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: LOOPS, subscriber_filter: EVERYONE })
  const reason = /^The email cannot be built for subscriber1@example\.net\. Content: .+/
  const { ready, remarks } = await app.checklist({ id })
  expect(ready).toBe(false)
  expect(remarks).toMatchObject([
    { code: 'unrenderable', level: 'blocker', message: expect.stringMatching(reason) },
    { code: 'no_preview_text' },
  ])
  expect(remarks[0]?.message).toContain('3 of 3 subscribers checked are affected.')
  await expect(app.send({ id })).rejects.toThrow(reason)
  await expect(app.schedule({ id, send_at: later() })).rejects.toThrow(reason)
  expect((await app.get({ id })).status).toBe('draft')
  const posted = await api('POST /v4/broadcasts', key(account), { subject: 'x', content: LOOPS, send_at: later() })
  expect(posted).toMatchObject({ status: 422, body: { errors: [expect.stringMatching(reason)] } })
})

test('a failing subject is reported as the subject, not the content', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({
    subject: '{% for i in (1..99999) %}.{% endfor %}',
    content: '<p>x</p>',
    subscriber_filter: EVERYONE,
  })
  await expect(app.send({ id })).rejects.toThrow('for subscriber1@example.net. Subject: ')
})

test('one failing subscriber in a hundred prevents sending', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 100)
  await setCity(account, '5', ids)
  await setCity(account, BAD, ids.slice(57, 58))
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: LOOPS, subscriber_filter: EVERYONE })
  await expect(app.send({ id })).rejects.toThrow('for subscriber58@example.net')
  await setCity(account, '2', ids)
  expect((await app.send({ id })).status).toBe('sending')
})

test("a preflight with slow messages ends early, after building the first recipient's message", async () => {
  const account = await testAccount()
  const [first = 0, ...others] = await addSubscribers(account, 100)
  await setCity(account, BAD, others)
  const [sender, layout] = [await findSender(account.ctx, null), await findLayout(account.ctx, { id: null })]
  if (!sender || !layout) throw new Error('The account has no sender or no layout')
  const draft = { subject: 'x', preview_text: null, content: LOOPS, layout, sender, tracking_disabled: false }
  const { snapshot } = await composeMail(account.ctx, draft)
  const preflight = (work_ms?: number) =>
    runPreflight(account.ctx, { audience: { where: 'true', values: [] }, snapshot, work_ms })
  expect((await preflight()).problems).toEqual([expect.stringContaining('The email cannot be built for subscriber')])
  expect(await preflight(0)).toEqual({ audience_count: 100, problems: [] })
  await setCity(account, BAD, [first])
  expect((await preflight(0)).problems).toEqual([
    expect.stringContaining('cannot be built for subscriber1@example.net.'),
  ])
})

test('a scheduled broadcast that fails to render is not sent, its creator gets an email, and it can be edited', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 2)
  await setCity(account, '5', ids)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'March', content: LOOPS, subscriber_filter: EVERYONE })
  await app.schedule({ id, send_at: later() })
  await setCity(account, BAD, ids)
  await startIfDue({ ...account.ctx, now: () => new Date(Date.now() + 7_200_000) }, { id })
  const problem = expect.stringContaining('The email cannot be built for subscriber1@example.net.')
  expect(await app.get({ id })).toMatchObject({ status: 'aborted', problem, was_started: false })
  expect(await account.ctx.db.serviceMail.findMany()).toMatchObject([
    { to_address: account.email, subject: 'Your broadcast “March” was not sent' },
  ])
  expect(await app.reopen({ id })).toMatchObject({ status: 'draft', send_at: null })
  expect(await app.get({ id })).toMatchObject({ problem: null })
  await expect(app.reopen({ id })).rejects.toThrow('Only a canceled broadcast that was not sent')
})

/** A broadcast that is being sent, some of whose subscribers started to fail after the preflight. */
async function sendingTo(count: number, failing: (index: number) => boolean) {
  const sink = await sendToSink()
  const account = await testAccount()
  const ids = await addSubscribers(account, count)
  await setCity(account, '5', ids)
  const id = await startBroadcast(account, { subject: 'x', content: LOOPS })
  const bad = ids.filter((_, index) => failing(index))
  await setCity(account, BAD, bad)
  return { sink, account, id, bad, app: dashboard(account).broadcasts }
}

const REASON =
  /^The email could not be built for more than 5% of its recipients\. For subscriber\d+@example\.net: Content: /

test('a broadcast stops when more than 5% of the first 200 fail to render, and all unsent messages stay queued', async () => {
  const { sink, account, id, app } = await sendingTo(400, (index) => index % 10 === 0)
  expect(await sendAll(account, id)).toBe('stopped')
  expect(await app.get({ id })).toMatchObject({ status: 'sending', problem: expect.stringMatching(REASON) })
  const states = Map.groupBy(await ledgerRows(account, id), ({ state }) => state)
  const sent = states.get('sent')?.length ?? 0
  expect(sent).toBe(sink.messages.length)
  expect(sent).toBeLessThan(200)
  expect(states.get('queued')).toHaveLength(400 - sent)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(await account.ctx.db.serviceMail.count()).toBe(1)
})

test('a broadcast continues when exactly 5% of its messages fail to render', async () => {
  const { account, id, app } = await sendingTo(400, (index) => index % 20 === 0)
  expect(await sendAll(account, id)).toBe('finished')
  expect((await app.get({ id })).status).toBe('completed')
  expect((await ledgerRows(account, id)).filter(({ reason }) => reason === 'unrenderable')).toHaveLength(20)
})

test('a small broadcast that was sent to no one stops instead of completing', async () => {
  const { sink, account, id, app } = await sendingTo(3, () => true)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(0)
  expect(await app.get({ id })).toMatchObject({
    status: 'sending',
    stopped_at: expect.any(String),
    problem: expect.stringMatching(REASON),
  })
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
})

test('after editing and resuming a stopped broadcast, the rest get the new content and sent links keep working', async () => {
  const { sink, account, id, app } = await sendingTo(4, (index) => index === 3)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(3)
  await expect(app.resume({ id })).rejects.toThrow('for subscriber4@example.net. Content: ')
  // Subscribers added after sending started are not recipients.
  await addSubscribers(account, 2, 'new')
  await expect(app.update({ id, subject: 'y' })).rejects.toThrow('Broadcast is already sending.')
  await app.repair({
    id,
    subject: 'Repaired',
    content: '<p><a href="https://studio.example/more">more</a> <a href="https://studio.example/new">new</a></p>',
  })
  const { remarks, audience_count } = await app.checklist({ id })
  expect(remarks.filter(({ level }) => level === 'blocker')).toEqual([])
  expect(audience_count).toBe(1)
  expect((await app.preview({ id })).subject).toBe('Repaired')
  await app.resume({ id })
  await sendAll(account, id)
  expect((await app.get({ id })).status).toBe('completed')
  expect(sink.messages.map(({ to }) => to)).toEqual([1, 2, 3, 4].map((n) => `subscriber${n}@example.net`))
  const [first, , , last] = await Promise.all(sink.messages.map(parseMail))
  expect(first?.subject).toBe('x')
  expect(last?.subject).toBe('Repaired')
  const numbers = (html = '') =>
    [...withoutStyles(html).matchAll(/\/t\/c\/[\w-]+\/(\d+)">(\w+)/g)].map(([, n, text]) => [text, n])
  expect(numbers(first?.html)).toEqual([['new', '1']])
  expect(numbers(last?.html)).toEqual([
    ['more', '2'],
    ['new', '1'],
  ])
  const links = await account.ctx.db.link.findMany({ orderBy: { number: 'asc' } })
  expect(links.map(({ number, url }) => [number, url])).toEqual([
    [1, 'https://studio.example/new'],
    [2, 'https://studio.example/more'],
  ])
  await expect(app.repair({ id, subject: 'z' })).rejects.toThrow('Broadcast is not stopped.')
})
