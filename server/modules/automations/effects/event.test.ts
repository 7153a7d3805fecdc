import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { addEmail } from '../../../testing/automations/automation.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { parseMail, sendToSink } from '../../../testing/modules/sending.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import { sendEmails } from '../emails/sending.ts'
import { advanceAutomation } from '../running/advance.ts'

const report = (account: TestAccount, name: string, subscribers: object[]) =>
  api('POST /v4/automation_events', key(account), { name, subscribers })

/** Matches events, does the steps and sends. Returns the subjects that arrived. */
async function run(account: TestAccount, id: number, sink: Awaited<ReturnType<typeof sendToSink>>) {
  await runsOf(account, id)
  await advanceAutomation(account.ctx, { id, work_ms: 60_000 })
  const before = sink.messages.length
  while ((await sendEmails(account.ctx, { id, work_ms: 10_000 })).state === 'more');
  const messages = await Promise.all(sink.messages.slice(before).map(parseMail))
  return messages.map(({ subject }) => subject?.replace(/\s+/g, ' ').trim()).sort()
}

async function checkout() {
  const account = await testAccount()
  const sink = await sendToSink()
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const total = (await createCustomField(account.ctx, { label: 'Total' })).value
  const automation = await liveAutomation(
    account,
    {
      triggers: [{ id: 't', on: { type: 'api_event', name: 'checkout.started' } }],
      steps: [
        {
          id: 'a',
          kind: 'action',
          action: { type: 'set_field', custom_field_id: total.id, value: '{{ event.cart.total | money: "EUR" }}' },
          next: 'b',
        },
        { id: 'b', kind: 'action', action: { type: 'send_email', email_id: 1 }, next: 'w' },
        { id: 'w', kind: 'wait_for_event', events: [{ type: 'api_event', name: 'paid' }], next: 'c', timed_out: null },
        { id: 'c', kind: 'action', action: { type: 'send_email', email_id: 1 }, next: null },
      ],
    },
    { reentry: 'always' },
  )
  const subject = '{{ subscriber.first_name }}: {{ event.cart.items | join: "+" }} {{ event.order }}'
  const email_id = await addEmail(account, { automation_id: automation.id, subject })
  const graph = JSON.parse(JSON.stringify(automation.graph).replaceAll('"email_id":1', `"email_id":${email_id}`))
  await account.ctx.db.automation.updateMany({ where: { id: automation.id }, data: { draft: graph } })
  await account.ctx.db.automationVersion.updateMany({ where: { automation_id: automation.id }, data: { graph } })
  return { account, sink, automation, email_id, lin, ada }
}

test('emails and fields use the properties of the event by which a subscriber entered or moved', async () => {
  const { account, sink, automation, lin, ada } = await checkout()
  const { ctx } = account
  await report(account, 'checkout.started', [
    { id: lin, properties: { cart: { total: 49.9, items: ['Mug', 'Tea'] } } },
    { id: ada },
  ])
  expect(await run(account, automation.id, sink)).toEqual(['Ada:', 'Lin: Mug+Tea'])
  const fieldOf = async (id: number) => (await getSubscriber(ctx, { id })).fields.total
  expect([await fieldOf(lin), await fieldOf(ada)]).toEqual(['€49.90', null])
  await report(account, 'paid', [{ id: lin, properties: { order: 17 } }, { id: ada }])
  expect(await run(account, automation.id, sink)).toEqual(['Ada:', 'Lin: 17'])
  const kept = await ctx.db.deliveryEvent.findMany({ select: { subscriber_id: true, properties: true } })
  expect(kept.map(({ subscriber_id }) => Number(subscriber_id))).toEqual([lin, lin])
  await ctx.db.subscriber.deleteMany({ where: { id: lin } })
  expect(await ctx.db.deliveryEvent.count()).toBe(0)
})

test('a message keeps the event of its step, also when a later one arrives before it is sent', async () => {
  const { account, sink, automation, lin } = await checkout()
  const send = (item: string) =>
    report(account, 'checkout.started', [{ id: lin, properties: { cart: { items: [item] } } }])
  await send('Mug')
  await runsOf(account, automation.id)
  await advanceAutomation(account.ctx, { id: automation.id, work_ms: 60_000 })
  await send('Tea')
  expect(await run(account, automation.id, sink)).toEqual(['Lin: Mug', 'Lin: Tea'])
})

test('the editor shows the last values, and the check names what events lacked', async () => {
  const { account, automation, email_id, lin, ada } = await checkout()
  const app = dashboard(account).automations.emails
  const content = '<p>{{ event.cart.total | money }} {{ event.cart.totl }} {{ event.cart.items[0] }}</p>'
  await app.save({ id: email_id, subject: 'Cart', content })
  const messages = async () =>
    (await app.check({ id: email_id })).remarks.flatMap(({ message }) => (message.includes('event') ? message : []))
  expect((await messages())[0]).toContain('No event had {{ event.cart.total }} so far')
  await report(account, 'checkout.started', [
    { id: ada, properties: { cart: { items: ['Tea'] } } },
    { id: lin, properties: { cart: { total: 1234.5, items: ['Mug'] } } },
  ])
  expect((await app.preview({ id: email_id })).html).toContain('1,234.50  Mug')
  expect(await messages()).toEqual([
    expect.stringContaining('event.cart.total was missing in 1 of 2 events “checkout.started”'),
    expect.stringContaining('Did you mean “event.cart.total”'),
  ])
  await app.applyFix({ id: email_id, find: 'event.cart.totl', replace: 'event.cart.total' })
  expect((await app.get({ id: email_id })).content).not.toContain('totl')
  expect(await runsOf(account, automation.id)).toHaveLength(2)
})
