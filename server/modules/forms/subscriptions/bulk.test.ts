import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'

test('additions return rows, failures are named subscriptions, and a form in the trash does not exist [contract 8.7.5, 20.14]', async () => {
  const account = await testAccount()
  const { account_id } = account
  const db = unscoped()
  const form = await db.form.create({
    data: { account_id, name: 'Footer', uid: `a${account_id}`, double_opt_in: true },
  })
  const trashed = await db.form.create({ data: { account_id, name: 'Old', uid: `b${account_id}`, status: 'trashed' } })
  const lin = await db.subscriber.create({ data: { account_id, email_address: 'lin@example.net', state: 'inactive' } })
  const subscriber_id = Number(lin.id)
  await subscribeTo(account_id, ['subscriber.subscribed_to_form'])
  const referrer = 'https://x.example/?utm_source=x&utm_term=t'
  const additions = [
    { form_id: form.id, subscriber_id, referrer },
    { form_id: form.id, subscriber_id, referrer: 'https://y.example/' },
    { form_id: trashed.id, subscriber_id },
    { form_id: form.id, subscriber_id: 2_000_000_000 },
    { form_id: form.id, subscriber_id, referrer: 'x'.repeat(2_049) },
    { form_id: 'x', subscriber_id: {} },
  ]
  const { status, body } = await api('POST /v4/bulk/forms/subscribers', bearer(account), { additions })
  expect(status).toBe(200)
  const row = {
    id: subscriber_id,
    first_name: null,
    email_address: 'lin@example.net',
    created_at: expect.any(String),
    added_at: expect.any(String),
    referrer,
    referrer_utm_parameters: { source: 'x', medium: null, campaign: null, term: 't', content: null },
  }
  expect(body.subscribers).toEqual([row, row])
  const echo = { form_id: form.id, subscriber_id, referrer: null }
  expect(body.failures).toEqual([
    { subscription: { ...echo, referrer: 'x'.repeat(2_049) }, errors: ['Referrer is too long'] },
    { subscription: { ...echo, form_id: null }, errors: ['Form does not exist'] },
    { subscription: { ...echo, subscriber_id: null }, errors: ['Subscriber does not exist'] },
    {
      subscription: { form_id: null, subscriber_id: null, referrer: null },
      errors: ['Form does not exist', 'Subscriber does not exist'],
    },
  ])
  const events = (await takeEvents(account_id)).map(({ type }) => type)
  expect(events.sort()).toEqual(['form.confirmations_requested', 'subscriber.subscribed_to_form'])
  expect(await account.ctx.db.subscriber.findFirst({ where: { state: 'inactive' } })).not.toBeNull()
})
