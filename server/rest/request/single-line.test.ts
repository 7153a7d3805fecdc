import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, bearer } from '../../testing/api.ts'

test('every name, subject and label that the API accepts with line breaks is stored as one line', async () => {
  const account = await testAccount()
  const app = bearer(account)
  const bad = 'Ann\r\nLee\u2028\u202eX\u0085Y'
  const line = 'Ann Lee X Y'

  const made = await api('POST /v4/subscribers', app, { email_address: 'one@example.net', first_name: bad })
  expect(made).toMatchObject({ status: 201, body: { subscriber: { first_name: line } } })
  const { id } = made.body.subscriber
  expect((await api(`PUT /v4/subscribers/${id}`, app, { first_name: '\nAnn\n' })).body.subscriber.first_name).toBe(
    'Ann',
  )
  const bulk = { subscribers: [{ email_address: 'two@example.net', first_name: bad }] }
  expect((await api('POST /v4/bulk/subscribers', app, bulk)).body.subscribers).toMatchObject([{ first_name: line }])
  const purchase = {
    email_address: 'three@example.net',
    first_name: bad,
    transaction_id: 't1',
    products: [{ name: bad, pid: 'p', lid: 'l', unit_price: 1, quantity: 1 }],
  }
  const bought = await api('POST /v4/purchases', app, { purchase })
  expect(bought.body.purchase).toMatchObject({ products: [{ name: line }] })
  expect(
    (await account.ctx.db.subscriber.findFirst({ where: { email_address: 'three@example.net' } }))?.first_name,
  ).toBe(line)

  expect((await api('POST /v4/tags', app, { name: bad })).body.tag.name).toBe(line)
  expect((await api('POST /v4/bulk/tags', app, { tags: [{ name: `2 ${bad}` }] })).body.tags).toMatchObject([
    { name: `2 ${line}` },
  ])
  expect((await api('POST /v4/custom_fields', app, { label: bad })).body.custom_field.label).toBe(line)
  expect((await api('POST /v4/broadcasts', app, { subject: bad, preview_text: bad })).body.broadcast).toMatchObject({
    subject: line,
    preview_text: line,
  })
  const { sequence } = (await api('POST /v4/sequences', app, { name: bad })).body
  expect(sequence.name).toBe(line)
  const email = { subject: bad, preview_text: bad, delay_value: 1, delay_unit: 'days' }
  expect((await api(`POST /v4/sequences/${sequence.id}/emails`, app, email)).body.email).toMatchObject({
    subject: line,
    preview_text: line,
  })
  expect(
    (await api('POST /v4/snippets', app, { name: bad, snippet_type: 'inline', content: 'x\ny' })).body.snippet,
  ).toMatchObject({ name: line, content: 'x\ny' })
})
