import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addEmail, makeAutomation } from '../../../testing/automations/automation.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { addSubscribers, parseMail, sendToSink, settleEngagement } from '../../../testing/modules/sending.ts'
import { trackOpen } from '../../delivery/tracking/track.ts'
import { suppressAddresses } from '../../subscribers/state/suppression.ts'
import { hasMessages, requeueSending, sendEmails } from '../emails/sending.ts'
import { pauseAutomation, resumeAutomation } from '../publishing/lifecycle.ts'
import { applyAction, type RunSet } from './effect.ts'
import { sendEmail } from './email.ts'

async function atEmail(count: number, change: object = {}) {
  const account = await testAccount()
  const { ctx } = account
  const sink = await sendToSink()
  const automation_id = await makeAutomation(account)
  const email_id = await addEmail(account, { automation_id, ...change })
  const ids = await addSubscribers(account, count)
  const runs = ids.map((subscriber_id, i) => ({ run_id: i + 1, subscriber_id }))
  const act = (of: RunSet['runs'] = runs) =>
    write(ctx, (tx) =>
      applyAction(tx, { automation_id, version: 1, step_id: 'a', runs: of }, { type: 'send_email', email_id }),
    )
  /** Sends, and returns what arrived. */
  const send = async () => {
    const before = sink.messages.length
    while ((await sendEmails(ctx, { id: automation_id, work_ms: 10_000 })).state === 'more');
    const messages = await Promise.all(sink.messages.slice(before).map(parseMail))
    return messages.map((mail) => `${mail.subject} to ${mail.to?.[0]?.address?.split('@')[0]}`).sort()
  }
  const ledger = () => ctx.sql.rows('select state::text, reason from delivery where account_id = $1 order by id', [])
  return { account, ctx, sink, automation_id, email_id, ids, runs, act, send, ledger }
}

test('a set gets the published email once per time at the step, however often it is sent, and the job is asked for', async () => {
  const { account, ctx, email_id, automation_id, runs, act, send } = await atEmail(3, {
    subject: 'Hi {{ subscriber.first_name }}',
  })
  await ctx.db.automationEmail.updateMany({ where: { id: email_id }, data: { subject: 'Not published' } })
  const outcomes = await act()
  expect(outcomes.get(1)).toEqual({ passed: true, data: { email_id, mail_id: expect.any(Number) } })
  expect((await takeEvents(account.account_id)).at(-1)).toEqual({
    type: 'automation.emails_queued',
    data: { automation_id },
  })
  expect(await hasMessages(ctx, { id: automation_id })).toBe(true)
  const arrived = ['Hi Subscriber 1 to p1', 'Hi Subscriber 2 to p2', 'Hi Subscriber 3 to p3']
  expect((await send()).map((one) => one.replace(/to .*/, ''))).toEqual(arrived.map((one) => one.replace(/to .*/, '')))
  expect(await send()).toEqual([])
  expect(await hasMessages(ctx, { id: automation_id })).toBe(false)
  // The same subscriber is at the step again, twice in one set.
  const [first] = runs
  if (!first) throw new Error('no run')
  await act([first, { ...first, run_id: 9 }])
  expect((await send()).map((one) => one.replace(/ to .*/, ''))).toEqual(['Hi Subscriber 1', 'Hi Subscriber 1'])
  const emails = await ctx.sql.rows(
    'select run, recipients, sent, completed_at is not null as is_over from mail where account_id = $1 order by run',
    [],
  )
  expect(emails).toEqual([
    { run: 1, recipients: 3, sent: 3, is_over: true },
    { run: 2, recipients: 1, sent: 1, is_over: true },
    { run: 3, recipients: 1, sent: 1, is_over: true },
  ])
})

test('a rolled-back step queues nothing, and a message that was deferred is found by the cron', async () => {
  const { account, ctx, automation_id, email_id, runs, send, act, ledger } = await atEmail(1)
  const set = { automation_id, version: 1, step_id: 'a', runs }
  await expect(
    write(ctx, async (tx) => {
      await applyAction(tx, set, { type: 'send_email', email_id })
      throw new Error('crash')
    }),
  ).rejects.toThrow('crash')
  expect(await ledger()).toEqual([])
  await act()
  await takeEvents(account.account_id)
  await requeueSending({ after: { account_id: account.account_id, id: 0 } })
  expect(await takeEvents(account.account_id)).toEqual([{ type: 'automation.emails_queued', data: { automation_id } }])
  expect(await send()).toHaveLength(1)
})

test('subscribers who must not be emailed pass with the reason, and get nothing', async () => {
  const { ctx, ids, act, send, ledger } = await atEmail(4)
  const [active, gone, paused, listed] = ids
  await ctx.db.subscriber.updateMany({ where: { id: gone }, data: { state: 'cancelled', canceled_at: ctx.now() } })
  await ctx.db.subscriber.updateMany({ where: { id: paused }, data: { paused_until: new Date('2999-01-01') } })
  const { email_address } = await ctx.db.subscriber.findFirstOrThrow({ where: { id: listed } })
  await write(ctx, (tx) => suppressAddresses(tx, { email_addresses: [email_address], reason: 'manual', source: 'x' }))
  const outcomes = await act()
  const reasons = [...outcomes.values()].map((outcome) => outcome.passed && outcome.data?.not_sent)
  expect(reasons).toEqual([undefined, 'cancelled', 'paused', 'suppressed'])
  expect(active && (await send())).toHaveLength(1)
  expect(await ledger()).toEqual([
    { state: 'sent', reason: null },
    { state: 'excluded', reason: 'cancelled' },
    { state: 'excluded', reason: 'paused' },
    { state: 'excluded', reason: 'suppressed' },
  ])
})

test('an email that cannot be sent holds everyone with the reason, and is sent once that is repaired', async () => {
  const { account, ctx, act, email_id, send } = await atEmail(1)
  const { account_id } = account
  await ctx.db.account.updateMany({ where: { id: account_id }, data: { postal_address: null } })
  const [outcome] = (await act()).values()
  expect(outcome).toEqual({ passed: false, retry: true, problem: expect.stringContaining('Postal address') })
  const problem = async () => (await ctx.db.automationEmail.findFirstOrThrow({ where: { id: email_id } })).problem
  expect(await problem()).toEqual(outcome && 'problem' in outcome ? outcome.problem : '')
  await ctx.db.account.updateMany({ where: { id: account_id }, data: { postal_address: 'Storgata 1, 0155 Oslo' } })
  expect((await act()).get(1)).toMatchObject({ passed: true })
  expect(await problem()).toBeNull()
  expect(await send()).toHaveLength(1)
  await ctx.db.automationVersionEmail.deleteMany({ where: { email_id } })
  expect((await act()).get(1)).toMatchObject({ passed: false, retry: false })
})

test('a subscriber for whom the email does not render is held, and the others get it', async () => {
  const content = `<p>{% if subscriber.first_name == 'Subscriber 2' %}{% for i in (1..20000) %}x{% endfor %}{% endif %}Hi</p>`
  const { act, send } = await atEmail(3, { content })
  const outcomes = await act()
  expect(outcomes.get(2)).toMatchObject({ passed: false, retry: true, problem: expect.stringContaining('Content: ') })
  expect([outcomes.get(1)?.passed, outcomes.get(3)?.passed]).toEqual([true, true])
  expect(await send()).toHaveLength(2)
})

test('a set whose messages take long to build is done in several transactions, and everyone is checked', async () => {
  const content = `<p>{% if subscriber.first_name == 'Subscriber 4' %}{% for i in (1..20000) %}x{% endfor %}{% endif %}Hi</p>`
  const { ctx, automation_id, email_id, runs, ledger } = await atEmail(4, { content })
  const sizes: number[] = []
  for (let left = runs; left.length > 0; ) {
    const set = { automation_id, version: 1, step_id: 'a', runs: left }
    const outcomes = await write(ctx, (tx) => sendEmail(tx, set, { type: 'send_email', email_id }, { check_ms: 0 }))
    const later = left.filter(({ run_id }) => 'is_later' in (outcomes.get(run_id) ?? {}))
    sizes.push(left.length - later.length)
    left = later
  }
  expect(sizes).toEqual([1, 1, 1, 1])
  // The message that cannot be built held its subscriber, though its turn was the last.
  expect(await ledger()).toHaveLength(3)
})

test('messages wait while the automation is paused, and are sent once it is resumed', async () => {
  const { ctx, automation_id, act, send } = await atEmail(1)
  await act()
  await pauseAutomation(ctx, { id: automation_id })
  expect(await send()).toEqual([])
  expect(await hasMessages(ctx, { id: automation_id })).toBe(false)
  await resumeAutomation(ctx, { id: automation_id })
  expect(await send()).toHaveLength(1)
})

test('events of opens name the email of the automation', async () => {
  const { account, email_id, sink, act, send } = await atEmail(1)
  await subscribeTo(account.account_id, ['subscriber.email_opened'])
  await act()
  await send()
  const { html } = await parseMail(sink.messages[0] as (typeof sink.messages)[number])
  const token = /\/t\/o\/([\w.-]+)/.exec(html ?? '')?.[1] ?? ''
  await trackOpen(token, { method: 'GET', ip: '91.64.12.7', user_agent: 'Mozilla/5.0 Firefox/140.0', purpose: null })
  await settleEngagement(account)
  const opened = (await takeEvents(account.account_id)).filter(({ type }) => type === 'subscriber.email_opened')
  const mail = { broadcast_id: null, sequence_email_id: null, automation_email_id: email_id, subject: 'Day one' }
  expect(opened).toMatchObject([{ data: { mail } }])
})
