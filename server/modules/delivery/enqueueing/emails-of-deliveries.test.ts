import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { sentMail } from '../../../testing/modules/ledger.ts'
import { upsertSubscriber } from '../../subscribers/service.ts'

// Triggers do what a foreign key from deliveries to emails would, once for each statement.

async function accountWithSubscriber() {
  const { ctx } = await testAccount()
  const subscriber_id = (await upsertSubscriber(ctx, { email_address: 'a@example.net' })).value.id
  return { ctx, subscriber_id }
}

const enqueue = ({ sql }: Pick<Ctx, 'sql'>, mail_ids: number[], subscriber_id: number) =>
  sql.run('insert into delivery (account_id, mail_id, subscriber_id) select $1, unnest($2::int[]), $3', [
    mail_ids,
    subscriber_id,
  ])

const deleteEmails = ({ sql }: Pick<Ctx, 'sql'>, mail_ids: number[]) =>
  sql.run('delete from mail where account_id = $1 and id = any ($2::int[])', [mail_ids])

const emailsOf = async (ctx: Ctx) => (await ctx.db.delivery.findMany()).map(({ mail_id }) => mail_id)

test('a delivery needs an email of its account, and nothing of a statement with one that has none is kept', async () => {
  const { ctx, subscriber_id } = await accountWithSubscriber()
  const other = await testAccount()
  const { mail_id } = await sentMail(ctx)
  const { mail_id: foreign } = await sentMail(other.ctx)
  await expect(enqueue(ctx, [mail_id, foreign], subscriber_id)).rejects.toThrow('does not exist')
  await expect(enqueue(ctx, [foreign], subscriber_id)).rejects.toThrow('does not exist')
  expect(await emailsOf(ctx)).toEqual([])
  expect(await enqueue(ctx, [mail_id], subscriber_id)).toBe(1)
})

test('deleting emails deletes their deliveries and no others', async () => {
  const { ctx, subscriber_id } = await accountWithSubscriber()
  const emails = await Promise.all([1, 2, 3].map(() => sentMail(ctx)))
  const [first = 0, second = 0, third = 0] = emails.map(({ mail_id }) => mail_id)
  await enqueue(ctx, [first, second, third], subscriber_id)
  await deleteEmails(ctx, [first, third])
  expect(await emailsOf(ctx)).toEqual([second])
  await ctx.db.broadcast.deleteMany()
  expect(await emailsOf(ctx)).toEqual([])
})

test('an email that is deleted while recipients are enqueued leaves no delivery, whichever of the two comes first', async () => {
  const { ctx, subscriber_id } = await accountWithSubscriber()
  const [one, two] = await Promise.all([sentMail(ctx), sentMail(ctx)])
  const deleted = await duringTransaction(
    ctx,
    (tx) => enqueue(tx, [one.mail_id], subscriber_id),
    () => deleteEmails(ctx, [one.mail_id]),
  )
  expect(deleted).toMatchObject({ status: 'fulfilled', value: 1 })
  const enqueued = await duringTransaction(
    ctx,
    (tx) => deleteEmails(tx, [two.mail_id]),
    () => enqueue(ctx, [two.mail_id], subscriber_id),
  )
  expect(enqueued.status).toBe('rejected')
  expect(await emailsOf(ctx)).toEqual([])
})
