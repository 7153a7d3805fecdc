import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { createTag } from '../../tags/service.ts'
import { upsertSubscriber } from '../service.ts'

const ADDRESS = 'ann@example.net'

/** Returns the answer to a request that arrives while the subscriber is being deleted. */
async function deleting(
  { ctx }: TestAccount,
  request: (id: number) => ReturnType<typeof api>,
): Promise<Awaited<ReturnType<typeof api>>> {
  const { id } = (await upsertSubscriber(ctx, { email_address: ADDRESS })).value
  const raced = await duringTransaction(
    ctx,
    (tx) => tx.sql.run('delete from subscriber where account_id = $1 and id = $2', [id]),
    () => request(id),
  )
  if (raced.status === 'rejected') throw raced.reason
  return raced.value
}

async function places() {
  const account = await testAccount()
  const tag = (await createTag(account.ctx, { name: 'Beta' })).value
  const { account_id } = account
  const form = await unscoped().form.create({ data: { account_id, name: 'Footer', uid: `d${account_id}` } })
  const sequence = await unscoped().sequence.create({
    data: { account_id, name: 'Welcome', time_zone: 'UTC', active: true },
  })
  return { account, tag, form, sequence }
}

test('a subscriber who is being deleted is not found by anything that would add them', async () => {
  const { account, tag, form, sequence } = await places()
  const lists = [`tags/${tag.id}`, `forms/${form.id}`, `sequences/${sequence.id}`]
  for (const list of lists) {
    const by_id = await deleting(account, (id) => api(`POST /v4/${list}/subscribers/${id}`, key(account)))
    expect([list, by_id.status]).toEqual([list, 404])
    const by_address = await deleting(account, () =>
      api(`POST /v4/${list}/subscribers`, key(account), { email_address: ADDRESS }),
    )
    expect([list, by_address.status]).toEqual([list, 404])
  }
})

test('in a bulk request, a subscriber who is being deleted is a failure, and the others are added', async () => {
  const { account, tag, form } = await places()
  const other = (await upsertSubscriber(account.ctx, { email_address: 'other@example.net' })).value.id
  const tagged = await deleting(account, (id) => {
    const taggings = [id, other].map((subscriber_id) => ({ tag_id: tag.id, subscriber_id }))
    return api('POST /v4/bulk/tags/subscribers', bearer(account), { taggings })
  })
  const added = await deleting(account, (id) => {
    const additions = [id, other].map((subscriber_id) => ({ form_id: form.id, subscriber_id }))
    return api('POST /v4/bulk/forms/subscribers', bearer(account), { additions })
  })
  for (const answer of [tagged, added]) {
    expect(answer).toMatchObject({
      status: 200,
      body: { subscribers: [{ id: other }], failures: [{ errors: ['Subscriber does not exist'] }] },
    })
    expect(answer.body.subscribers).toHaveLength(1)
  }
})

test('a purchase of a buyer who is being deleted creates the buyer again', async () => {
  const account = await testAccount()
  const purchase = {
    transaction_id: 't1',
    email_address: ADDRESS,
    products: [{ pid: 'p1', lid: 'l1', name: 'Book', unit_price: 9, quantity: 1 }],
  }
  const answer = await deleting(account, () => api('POST /v4/purchases', bearer(account), purchase))
  expect(answer.status).toBe(201)
  expect(await account.ctx.db.subscriber.count({ where: { email_address: ADDRESS } })).toBe(1)
})
