import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'

async function listening(type: 'api_event' | 'app_event', object: string, given?: TestAccount) {
  const account = given ?? (await testAccount())
  const { account_id, ctx } = account
  const automation_id = await makeAutomation(account)
  await ctx.db.automationListener.create({
    data: { account_id, automation_id, version: 1, step_id: 't', number: 0, purpose: 'entry', type, object },
  })
  const noted = () =>
    ctx.sql.rows<{ subscriber_id: number; data: unknown }>(
      'select subscriber_id, data from automation_event where account_id = $1 and type = $2 and object = $3 order by id',
      [type, object],
    )
  return { account, noted }
}

test('a program reports events by id or address, unknown subscribers are skipped, and each is recorded once', async () => {
  const { account, noted } = await listening('api_event', 'webinar.attended')
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  const { email_address } = await account.ctx.db.subscriber.findFirstOrThrow({ where: { id: ada } })
  const subscribers = [{ id: lin }, { email_address: ` ${email_address.toUpperCase()} ` }, { id: 999_999_999 }]
  const answer = await api('POST /v4/automation_events', key(account), { name: 'webinar.attended', subscribers })
  expect(answer).toMatchObject({ status: 202, body: { automation_events: { recorded: 2, unknown: 1 } } })
  expect((await noted()).map(({ subscriber_id }) => subscriber_id)).toEqual([lin, ada])
  // No automation listens to it.
  await api('POST /v4/automation_events', key(account), { name: 'webinar.missed', subscribers })
  expect(await account.ctx.sql.rows('select 1 from automation_event where account_id = $1', [])).toHaveLength(2)
})

test('several events of one subscriber are recorded, each once by its id', async () => {
  const account = await testAccount()
  const { app_id } = await unscoped().oauthToken.findFirstOrThrow({ where: { account_id: account.account_id } })
  const plugin = await unscoped().appPlugin.create({
    data: {
      app_id,
      kind: 'automation_event',
      identifier: 'bought',
      name: 'Bought',
      request_url: 'https://app.example/x',
    },
  })
  const { noted } = await listening('app_event', String(plugin.id), account)
  const [lin = 0] = await addSubscribers(account, 1)
  const { email_address } = await account.ctx.db.subscriber.findFirstOrThrow()
  const subscribers = [
    { id: lin, event_id: 'order-17' },
    { email_address, event_id: 'order-18' },
    { id: lin, event_id: 'order-17' },
  ]
  const answer = await api('POST /v4/automation_events', bearer(account), { plugin: 'bought', subscribers })
  expect(answer).toMatchObject({ status: 202, body: { automation_events: { recorded: 3, unknown: 0 } } })
  expect(await noted()).toHaveLength(2)
})

test('an app pushes events of its own plugin, with its token', async () => {
  const account = await testAccount()
  const { app_id } = await unscoped().oauthToken.findFirstOrThrow({ where: { account_id: account.account_id } })
  const plugin = await unscoped().appPlugin.create({
    data: { app_id, kind: 'automation_event', identifier: 'seen', name: 'Seen', request_url: 'https://app.example/x' },
  })
  const { noted } = await listening('app_event', String(plugin.id), account)
  const [lin = 0] = await addSubscribers(account, 1)
  const push = { plugin: 'seen', settings: { course: 'a' }, subscribers: [{ id: lin }] }
  expect(await api('POST /v4/automation_events', bearer(account), push)).toMatchObject({ status: 202 })
  expect(await noted()).toEqual([{ subscriber_id: lin, data: { settings: { course: 'a' } } }])
  expect(await api('POST /v4/automation_events', key(account), push)).toMatchObject({ status: 403 })
  const unknown = await api('POST /v4/automation_events', bearer(account), { ...push, plugin: 'other' })
  expect(unknown).toMatchObject({ status: 422, body: { errors: [expect.stringContaining('plugin must be')] } })
})

test('an event keeps the time that its program gives, within 30 days', async () => {
  const { account } = await listening('api_event', 'webinar.attended')
  const { ctx } = account
  const [lin = 0, ada = 0, max = 0] = await addSubscribers(account, 3)
  const ago = (ms: number) => new Date(Math.floor((Date.now() - ms) / 1_000) * 1_000)
  const hour = ago(3_600_000)
  const report = (subscribers: object[]) =>
    api('POST /v4/automation_events', key(account), { name: 'webinar.attended', subscribers })
  const answer = await report([
    { id: lin, occurred_at: hour.toISOString() },
    { id: ada, occurred_at: ago(-30_000).toISOString().replace('T', ' ').slice(0, 19) },
    { id: max },
  ])
  expect(answer).toMatchObject({ status: 202 })
  const events = await ctx.db.automationEvent.findMany({ orderBy: { id: 'asc' } })
  expect(events.map(({ subscriber_id, is_dated }) => [Number(subscriber_id), is_dated])).toEqual([
    [lin, true],
    [ada, true],
    [max, false],
  ])
  expect(events[0]?.at).toEqual(hour)
  for (const [occurred_at, error] of [
    [ago(-120_000).toISOString(), /more than a minute in the future/],
    [ago(31 * 86_400_000).toISOString(), /more than 30 days ago/],
    ['yesterday', /ISO 8601/],
    [5, /must be a date and time/],
  ] as const) {
    const refused = await report([{ id: lin, occurred_at }])
    expect(refused.status).toBe(422)
    expect(refused.body.errors.join(' ')).toMatch(error)
  }
})

test('malformed reports answer 422 with the member and what is accepted', async () => {
  const { account } = await listening('api_event', 'a')
  const subscribers = [{ id: 1 }]
  for (const [body, error] of [
    [{}, /subscribers/],
    [{ name: 'No', subscribers }, /webinar\.attended/],
    [{ name: 'a', plugin: 'b', subscribers }, /Either name or plugin/],
    [{ name: 'a', subscribers: [] }, /subscribers must not be empty/],
    [{ name: 'a', subscribers: [{}] }, /either id or email_address/],
    [{ name: 'a', subscribers: Array.from({ length: 101 }, () => ({ id: 1 })) }, /at most 100/],
  ] as const) {
    const answer = await api('POST /v4/automation_events', key(account), body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.join(' ')).toMatch(error)
  }
})
