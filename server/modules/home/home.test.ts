import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'

const home = (account: TestAccount) => dashboard(account).home.get()
const isDone = async (account: TestAccount) =>
  Object.fromEntries((await home(account)).setup.map(({ step, is_done }) => [step, is_done]))

test('the setup ticks off each completed step, and disappears after the last', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { account_id, db } = ctx
  await db.account.updateMany({ data: { postal_address: ' ' } })
  const nothing = { postal_address: false, subscribers: false, form: false, sequence: false, broadcast: false }
  expect(await isDone(account)).toEqual({ ...nothing, sending_domain: false })

  await db.account.updateMany({ data: { postal_address: 'Mosegata 4, 5003 Bergen, Norway' } })
  const { id: domain } = await db.sendingDomain.create({ data: { account_id, domain: `${account_id}.example` } })
  await db.subscriber.create({ data: { account_id, email_address: 'ada@example.net' } })
  await db.form.create({ data: { account_id, name: 'Footer', uid: `home${account_id}`, status: 'archived' } })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  const email = {
    account_id,
    sequence_id: sequence.id,
    subject: 'Hi',
    position: 0,
    delay_value: 1,
    delay_unit: 'days',
    published: false,
  }
  await db.sequenceEmail.create({ data: email })
  await db.broadcast.create({ data: { account_id, subject: 'Soon' } })
  // An unverified domain, an archived form, an unpublished email and a draft do not count.
  expect(await isDone(account)).toEqual({ ...nothing, sending_domain: false, postal_address: true, subscribers: true })

  await db.sendingDomain.updateMany({ where: { id: domain }, data: { verified_at: ctx.now() } })
  await db.form.updateMany({ data: { status: 'active' } })
  await db.sequenceEmail.updateMany({ data: { published: true } })
  expect(await isDone(account)).toMatchObject({ broadcast: false, form: true, sequence: true, sending_domain: true })
  await db.broadcast.updateMany({ data: { status: 'completed' } })
  expect(await isDone(account)).toEqual({})
})

test('hiding the setup hides it for all members, and an account with caught emails needs no domain', async () => {
  const account = await testAccount()
  await account.ctx.db.account.updateMany({ data: { mail_is_caught: true } })
  expect(Object.keys(await isDone(account))).not.toContain('sending_domain')
  await dashboard(account).account.hideSetup()
  expect((await home(account)).setup).toEqual([])
})

test('problems are listed with their reasons, most urgent first', async () => {
  const account = await testAccount()
  const { account_id, db, now } = account.ctx
  expect((await home(account)).problems).toEqual([])
  const started = +now()
  const ago = (hours: number) => new Date(started - hours * 3_600_000)
  await db.import.create({
    data: { account_id, filename: 'people.csv', state: 'failed', error: 'Too wide', updated_at: ago(1) },
  })
  await db.import.create({ data: { account_id, filename: 'old.csv', state: 'failed', updated_at: ago(24 * 8) } })
  const endpoint = { account_id, url: 'https://receiver.example/', events: ['tag.created'], secret: 'none' }
  await db.webhookEndpoint.create({ data: { ...endpoint, name: 'Shop', failing_since: ago(2) } })
  await db.webhookEndpoint.create({ data: { ...endpoint, name: 'Late', failing_since: ago(0.5) } })
  await db.webhookEndpoint.create({ data: { ...endpoint, name: 'Off', status: 'disabled', disabled_by: 'creator' } })
  const gone = { status: 'disabled', disabled_by: 'failures' }
  await db.webhookEndpoint.create({ data: { ...endpoint, name: 'Gone', ...gone } })
  const stopped = { status: 'sending', stopped_at: ago(3), problem: 'The mail server rejects it.' } as const
  await db.broadcast.create({ data: { account_id, subject: 'Moss', ...stopped } })
  await db.broadcast.create({ data: { account_id, subject: 'Paused', ...stopped, stopped_by: account.user_id } })
  await db.broadcast.create({ data: { account_id, subject: 'Fern', problem: 'No one was left.', updated_at: ago(4) } })
  await db.account.updateMany({ data: { postal_address: null } })
  const { id: sequence_id } = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  await db.sequenceEmail.create({
    data: { account_id, sequence_id, subject: 'Hi', position: 0, delay_value: 1, delay_unit: 'days', published: true },
  })

  const { problems } = await home(account)
  expect(problems.map(({ kind, name, reason, count }) => [kind, name, reason, count])).toEqual([
    ['broadcast_stopped', 'Moss', 'The mail server rejects it.', null],
    ['no_postal_address', '', null, 1],
    ['broadcast_not_sent', 'Fern', 'No one was left.', null],
    ['webhook_disabled', 'Gone', null, null],
    ['webhook_failing', 'Shop', null, null],
    ['import_failed', 'people.csv', 'Too wide', null],
  ])
  expect(problems[0]?.since).toBe(
    ago(3)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
  )
  expect((await home(await testAccount())).problems).toEqual([])
})

test('scheduled broadcasts and the sequence emails of the next seven days are listed as upcoming', async () => {
  const account = await testAccount()
  const { account_id, db, now } = account.ctx
  const at = (days: number) => new Date(+now() + days * 86_400_000)
  await db.broadcast.create({ data: { account_id, subject: 'Later', status: 'scheduled', send_at: at(9) } })
  await db.broadcast.create({ data: { account_id, subject: 'Next', status: 'scheduled', send_at: at(2) } })
  const { id: sequence_id } = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  for (const [name, next_at] of [
    ['ada', at(1)],
    ['bo', at(6)],
    ['cy', at(8)],
    ['di', null],
  ] as const) {
    const { id } = await db.subscriber.create({ data: { account_id, email_address: `${name}@example.net` } })
    await db.enrollment.create({ data: { account_id, sequence_id, subscriber_id: id, next_at } })
  }
  const { upcoming } = await home(account)
  expect(upcoming.broadcasts.map(({ subject }) => subject)).toEqual(['Next', 'Later'])
  expect(upcoming.sequences).toEqual([{ id: sequence_id, name: 'Welcome', due: 2 }])
})

test('emails that automations will certainly send in the next seven days are listed as upcoming, with their numbers of subscribers', async () => {
  const account = await testAccount()
  const { account_id, db, now } = account.ctx
  const at = (days: number) => new Date(+now() + days * 86_400_000)
  const graph = {
    triggers: [],
    first: 'wait',
    steps: [
      { id: 'wait', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'tag' },
      { id: 'tag', kind: 'action', action: { type: 'add_tag', tag_id: 1 }, next: 'email' },
      { id: 'email', kind: 'action', action: { type: 'send_email', email_id: 1 }, next: 'pause' },
      { id: 'pause', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'asks' },
      { id: 'asks', kind: 'end' },
    ],
  }
  const runs: Record<string, [step_id: string, due: number | null, state?: string][]> = {
    live: [
      ...([
        ['wait', 1],
        ['wait', 6],
        ['email', 0],
        ['tag', 2],
      ] as [string, number][]),
      // Too late, dependent on an event, undecided, and stopped.
      ...([
        ['wait', 8],
        ['wait', null],
        ['pause', 1],
        ['email', 1, 'held'],
      ] as [string, number | null, string?][]),
    ],
    paused: [['wait', 1]],
    quiet: [['pause', 1]],
    unreadable: [['wait', 1]],
  }
  const ids: Record<string, number> = {}
  for (const [name, inside] of Object.entries(runs)) {
    const state = name === 'paused' ? 'paused' : 'live'
    const { id: automation_id } = await db.automation.create({ data: { account_id, name, state, version: 1 } })
    ids[name] = automation_id
    await db.automationVersion.create({
      data: {
        account_id,
        automation_id,
        version: 1,
        reentry: 'never',
        published_at: now(),
        graph: name === 'unreadable' ? { steps: 'none' } : graph,
      },
    })
    for (const [index, [step_id, due, run_state = 'waiting']] of inside.entries()) {
      const { id: subscriber_id } = await db.subscriber.create({
        data: { account_id, email_address: `${name}${index}@example.net` },
      })
      const times = { entered_at: now(), arrived_at: now(), due_at: due === null ? null : at(due) }
      await db.automationRun.create({
        data: { account_id, automation_id, version: 1, subscriber_id, step_id, state: run_state, ...times },
      })
    }
  }
  const { upcoming } = await home(account)
  expect(upcoming.automations).toEqual([{ id: ids.live, name: 'live', due: 4, is_more: false }])
})
