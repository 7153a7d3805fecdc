import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { recordPurchase } from '../../purchases/record.ts'
import { PurchaseInput } from '../../purchases/schema.ts'
import { updateSubscriber } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { reportEvents } from '../apps/events.ts'
import { advanceAutomation } from '../running/advance.ts'

/** An account whose clock stands still until the test moves it. */
async function onClock() {
  const account = await testAccount()
  let now = Date.parse('2027-03-01T09:00:00.500Z')
  account.ctx.now = () => new Date(now)
  const [lin = 0] = await addNamed(account, ['Lin'])
  const tag = async (name: string) => (await createTag(account.ctx, { name })).value.id
  const give = (tag_id: number) => tagSubscribers(account.ctx, { pairs: [{ tag_id, subscriber_id: lin }] })
  const move = async (id: number) => {
    await advanceAutomation(account.ctx, { id, work_ms: 60_000 })
    return runsOf(account, id)
  }
  const pass = (minutes: number) => {
    now += minutes * 60_000
  }
  return { account, ctx: account.ctx, lin, tag, give, move, pass }
}

const waitFor = (id: string, on: object, next: string | null = null) => ({
  id,
  kind: 'wait_for_event',
  events: [on],
  timeout_minutes: 60,
  next,
  timed_out: null,
})

test('an event that happens before anyone looks at a new subscriber ends the wait at the first step', async () => {
  const { account, tag, give, move } = await onClock()
  const [start, wanted] = [await tag('Start'), await tag('Wanted')]
  const later = { id: 'l', kind: 'wait', wait: { for: 'duration', minutes: 600 }, next: null }
  const on = { type: 'tag_added', tag_id: wanted }
  const triggers = [{ id: 't', on: { type: 'tag_added', tag_id: start } }]
  const together = await liveAutomation(account, { triggers, steps: [waitFor('w', on, 'l'), later] })
  // Both are matched in one batch.
  await give(start)
  await give(wanted)
  expect(await move(together.id)).toMatchObject([{ step_id: 'l' }])
})

test('an event between entering and the first look ends the wait at the first step', async () => {
  const { account, tag, give, move } = await onClock()
  const [start, wanted] = [await tag('Start'), await tag('Wanted')]
  const later = { id: 'l', kind: 'wait', wait: { for: 'duration', minutes: 600 }, next: null }
  const triggers = [{ id: 't', on: { type: 'tag_added', tag_id: start } }]
  const steps = [waitFor('w', { type: 'tag_added', tag_id: wanted }, 'l'), later]
  const { id } = await liveAutomation(account, { triggers, steps })
  await give(start)
  expect(await runsOf(account, id)).toMatchObject([{ state: 'ready', step_id: 'w' }])
  await give(wanted)
  expect(await move(id)).toMatchObject([{ step_id: 'l' }])
})

test('what a step changes just before a wait does not end it, and a change at the same moment after it does', async () => {
  const { account, ctx, lin, tag, give, move } = await onClock()
  const start = await tag('Start')
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value
  const action = { type: 'set_field', custom_field_id: plan.id, value: 'pro' }
  const on = { type: 'field_changed', custom_field_id: plan.id, value: null }
  const { id } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: start } }],
    steps: [{ id: 'a', kind: 'action', action, next: 'w' }, waitFor('w', on)],
  })
  await give(start)
  expect(await move(id)).toMatchObject([{ state: 'waiting', step_id: 'w' }])
  expect(await move(id)).toMatchObject([{ state: 'waiting', step_id: 'w' }])
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'free' } })
  expect(await move(id)).toMatchObject([{ state: 'completed' }])
})

test('a goal is not reached by what happened before the subscriber entered', async () => {
  const { account, tag, give, move } = await onClock()
  const [start, wanted] = [await tag('Start'), await tag('Wanted')]
  const goal = { id: 'g', kind: 'goal', name: 'Tagged', events: [{ type: 'tag_added', tag_id: wanted }], next: null }
  const { id } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: start } }],
    steps: [{ id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'g' }, goal],
  })
  await give(wanted)
  await give(start)
  expect(await move(id)).toMatchObject([{ state: 'waiting', step_id: 'w' }])
})

test('an event that its program dates before the arrival ends no wait, and one of the same second does', async () => {
  const { account, ctx, lin, tag, give, move, pass } = await onClock()
  const start = await tag('Start')
  const { id } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: start } }],
    steps: [waitFor('w', { type: 'api_event', name: 'webinar.attended' })],
  })
  await give(start)
  await move(id)
  const arrived = ctx.now()
  pass(1)
  const report = (at: number) =>
    reportEvents(ctx, { name: 'webinar.attended', subscribers: [{ id: lin, occurred_at: new Date(at) }] })
  await report(+arrived - 1)
  expect(await move(id)).toMatchObject([{ state: 'waiting' }])
  // Programs often give whole seconds.
  await report(+arrived - 500)
  expect(await move(id)).toMatchObject([{ state: 'completed' }])
})

test('a line that is added to an old purchase happens when it is added', async () => {
  const { account, ctx, pass } = await onClock()
  const product = await ctx.db.product.create({
    data: { account_id: account.account_id, pid: 'course', name: 'Course' },
  })
  const { id } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'purchased', product_id: product.id } }],
    steps: [{ id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: null }],
  })
  const buy = (pid: string, lid: string) =>
    recordPurchase(
      ctx,
      PurchaseInput.parse({
        email_address: 'lin@example.net',
        transaction_id: 'x',
        products: [{ name: pid, pid, lid }],
      }),
    )
  await buy('book', '1')
  pass(1_440)
  await buy('course', '2')
  expect(await runsOf(account, id)).toMatchObject([{ arrived_at: ctx.now() }])
})

test('events of one report without a time are in its order', async () => {
  const { ctx, account, lin } = await onClock()
  const later = { id: 'l', kind: 'wait', wait: { for: 'duration', minutes: 600 }, next: null }
  await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'api_event', name: 'attended' } }],
    steps: [later],
  })
  const dated = new Date(+ctx.now() - 60_000)
  await reportEvents(ctx, {
    name: 'attended',
    subscribers: [{ id: lin }, { id: lin, occurred_at: dated }, { id: lin }],
  })
  const noted = await ctx.db.automationEvent.findMany({ orderBy: { id: 'asc' }, select: { at: true } })
  expect(noted.map(({ at }) => Number(at) - Number(ctx.now()))).toEqual([-60_000, 0, 1])
})
