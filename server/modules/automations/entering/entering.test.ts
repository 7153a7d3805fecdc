import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { updateSubscriber, upsertSubscriber } from '../../subscribers/service.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { createTag, deleteTag } from '../../tags/service.ts'
import { tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { enter } from './enter.ts'
import { hasEvents } from './match.ts'

const trigger = (id: string, on: object) => ({ id, on })

test('tags, fields and forms let subscribers enter, whichever statement changed them', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const [beta, other] = [await createTag(ctx, { name: 'Beta' }), await createTag(ctx, { name: 'Other' })]
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value
  const form = await ctx.db.form.create({ data: { account_id, name: 'Footer', uid: `enter-${account_id}` } })
  const [lin, ada, max, eve] = (await addNamed(account, ['Lin', 'Ada', 'Max', 'Eve'])) as [
    number,
    number,
    number,
    number,
  ]
  await tagSubscribers(ctx, { pairs: [{ tag_id: beta.value.id, subscriber_id: eve }] })
  const { id } = await liveAutomation(account, {
    triggers: [
      trigger('t1', { type: 'tag_added', tag_id: beta.value.id }),
      trigger('t2', { type: 'field_changed', custom_field_id: plan.id, value: 'pro' }),
      trigger('t3', { type: 'form_joined', form_id: null }),
      trigger('t4', { type: 'tag_removed', tag_id: beta.value.id }),
    ],
  })
  await tagSubscribers(ctx, { pairs: [lin, lin].map((subscriber_id) => ({ tag_id: beta.value.id, subscriber_id })) })
  await tagSubscribers(ctx, { pairs: [{ tag_id: other.value.id, subscriber_id: ada }] })
  await updateSubscriber(ctx, { id: ada, fields: { plan: 'free' } })
  expect(await runsOf(account, id)).toMatchObject([{ subscriber_id: lin, trigger_id: 't1', state: 'ready' }])
  await updateSubscriber(ctx, { id: ada, fields: { plan: 'pro' } })
  await addToForms(ctx, {
    additions: [
      { form_id: form.id, subscriber_id: max },
      { form_id: form.id, subscriber_id: lin },
    ],
  })
  await upsertSubscriber(ctx, { email_address: 'new@example.net', fields: { plan: 'pro' } })
  await untagSubscribers(ctx, { pairs: [{ tag_id: beta.value.id, subscriber_id: eve }] })
  const entered = (await runsOf(account, id)).map(({ trigger_id, subscriber_id }) => [trigger_id, subscriber_id])
  expect(entered.slice(0, 3)).toEqual([
    ['t1', lin],
    ['t2', ada],
    ['t3', max],
  ])
  expect(entered[3]?.[0]).toBe('t2')
  expect(entered[4]).toEqual(['t4', eve])
  const trace = await ctx.db.automationTrace.findMany({ orderBy: { id: 'asc' } })
  expect(trace[1]).toMatchObject({
    event: 'entered',
    data: { trigger_id: 't2', event: { type: 'field_changed', value: 'pro' } },
  })
  expect(await ctx.db.automationStepCount.findMany({ orderBy: { step_id: 'asc' } })).toMatchObject([
    { step_id: 'all_runs', entered: 5 },
    { step_id: 't1', entered: 1 },
    { step_id: 't2', entered: 2 },
    { step_id: 't3', entered: 1 },
    { step_id: 't4', entered: 1 },
  ])
  // Rows that go with their tag are no events.
  await deleteTag(ctx, { id: beta.value.id })
  expect(await hasEvents(ctx)).toBe(false)
})

test('who must confirm joins a form by confirming, and purchases and clicks count, except those of machines', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const form = await ctx.db.form.create({ data: { account_id, name: 'Footer', uid: `confirm-${account_id}` } })
  const product = await ctx.db.product.create({ data: { account_id, pid: 'p1', name: 'Course' } })
  const [lin, ada, max, eve] = (await addNamed(account, ['Lin', 'Ada', 'Max', 'Eve'])) as [
    number,
    number,
    number,
    number,
  ]
  await ctx.db.subscriber.updateMany({ where: { id: lin }, data: { state: 'inactive' } })
  const mail = await sentMail(ctx, { urls: ['https://shop.example/', 'https://other.example/'] })
  const [wanted, other] = [...mail.links.values()] as [number, number]
  const { id } = await liveAutomation(account, {
    triggers: [
      trigger('t1', { type: 'form_joined', form_id: form.id }),
      trigger('t2', { type: 'purchased', product_id: product.id }),
      trigger('t3', { type: 'link_clicked', url: 'https://shop.example/' }),
    ],
  })
  await addToForms(ctx, { additions: [{ form_id: form.id, subscriber_id: lin }] })
  expect(await runsOf(account, id)).toEqual([])
  await changeState(ctx, { ids: [lin], transition: 'confirm', cause: 'confirmation' })
  const purchase = await ctx.db.purchase.create({
    data: {
      account_id,
      transaction_id: 'x',
      subscriber_id: ada,
      email_address: 'ada@example.net',
      source: 'Shop',
      transaction_time: ctx.now(),
      subtotal: 1,
      discount: 0,
      tax: 0,
      shipping: 0,
      total: 1,
    },
  })
  const line = { account_id, purchase_id: purchase.id, lid: '1', position: 0, product_id: product.id }
  await ctx.db.purchaseLine.create({ data: { ...line, name: 'Course', pid: 'p1', quantity: 1, unit_price: 1 } })
  const sent = { mail_id: mail.mail_id, sent_at: ctx.now() }
  await deliver(ctx, { ...sent, subscriber_id: max, clicks: [{ link_id: wanted, at: ctx.now() }] })
  await deliver(ctx, {
    ...sent,
    subscriber_id: eve,
    clicks: [{ link_id: other, at: ctx.now() }],
    machine_opens: [ctx.now()],
  })
  const of_delivery = await ctx.db.delivery.findFirstOrThrow({ where: { subscriber_id: eve } })
  const machine = { is_machine: true, evidence: 'trap', kind: 'click' as const, link_id: wanted }
  await ctx.db.engagement.create({
    data: { account_id, subscriber_id: eve, mail_id: mail.mail_id, delivery_id: of_delivery.id, ...machine },
  })
  const entered = (await runsOf(account, id)).map(({ trigger_id, subscriber_id }) => [trigger_id, subscriber_id])
  expect(entered).toEqual([
    ['t1', lin],
    ['t2', ada],
    ['t3', max],
  ])
})

test('re-entry: never again, after leaving, or always; only active subscribers, and not while it is paused', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin, ada] = (await addNamed(account, ['Lin', 'Ada'])) as [number, number]
  await changeState(ctx, { ids: [ada], transition: 'unsubscribe', cause: 'dashboard' })
  const entries = [lin, ada, lin].map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} }))
  const add = (id: number) =>
    write(ctx, (tx) => enter(tx, { automation_id: id, entries })).then(({ entered }) => entered)
  const end = (id: number) =>
    ctx.db.automationRun.updateMany({ where: { automation_id: id }, data: { ended_at: ctx.now(), state: 'completed' } })
  const never = await liveAutomation(account, {})
  const after_leaving = await liveAutomation(account, {}, { reentry: 'after_leaving' })
  const always = await liveAutomation(account, {}, { reentry: 'always' })
  expect(await Promise.all([add(never.id), add(never.id), add(after_leaving.id), add(always.id)])).toContain(0)
  expect([await add(never.id), await add(after_leaving.id), await add(always.id)]).toEqual([0, 0, 1])
  await Promise.all([end(never.id), end(after_leaving.id)])
  expect([await add(never.id), await add(after_leaving.id)]).toEqual([0, 1])
  // Several triggers at the same moment are one, also when different jobs see them.
  const at = new Date('2027-03-01T09:00:00Z')
  const seen = (id: string) => {
    const entry = { subscriber_id: lin, trigger_id: id, data: {}, at }
    return write(ctx, (tx) => enter(tx, { automation_id: always.id, entries: [entry] }))
  }
  expect([(await seen('t1')).entered, (await seen('t2')).entered]).toEqual([1, 0])
  await ctx.db.automation.updateMany({ where: { id: always.id }, data: { state: 'paused' } })
  expect(await add(always.id)).toBe(0)
  // An automation that triggers itself ends.
  await ctx.db.automation.updateMany({ where: { id: always.id }, data: { state: 'live' } })
  for (let i = 0; i < 101; i++) await add(always.id)
  const held = await ctx.db.automationRun.findMany({ where: { automation_id: always.id, state: 'held' } })
  expect(held).toMatchObject([{ due_at: null, problem: expect.stringContaining('100 times within an hour') }])
  expect(await ctx.db.automationRun.count({ where: { automation_id: always.id } })).toBe(101)
})
