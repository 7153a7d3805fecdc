import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, ledgerRows, sendAll, sendToSink } from '../../../testing/modules/sending.ts'
import { countSuppressed } from '../../subscribers/state/suppressed-count.ts'

test('suppressed subscribers are not counted as recipients before sending, nor sent to', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const { broadcasts: app, suppression } = dashboard(account)
  await addSubscribers(account, 4)
  const draft = { subject: 'x', preview_text: 'y', content: '<p>x</p>', subscriber_filter: EVERYONE }
  const { id } = await app.create(draft)
  expect(await app.checklist({ id })).toMatchObject({ audience_count: 4, suppressed_count: 0, is_exact: true })
  await suppression.add({ text: 'subscriber2@example.net' })
  // Only the hash is kept, as after an erasure.
  await account.ctx.sql.run(
    `update suppression set email_address = null where account_id = $1 and email_address = 'subscriber2@example.net'`,
  )
  await suppression.add({ text: 'subscriber3@example.net' })
  expect(await app.checklist({ id })).toMatchObject({ audience_count: 2, suppressed_count: 2, is_exact: true })
  expect(await app.prediction({ id })).toMatchObject({ audience: 2 })
  const chosen = { subscriber_filter: EVERYONE }
  expect(await app.audience(chosen)).toEqual({ count: 2, suppressed: 2, is_exact: true })
  const everyone = { where: '$2::int is not null', values: [] }
  expect(await countSuppressed(account.ctx, everyone, { most_hashed: 3 })).toEqual({ suppressed: 1, is_exact: false })
  await app.send({ id, skip_undo: true })
  await sendAll(account, id)
  expect(sink.messages.map(({ to }) => to).sort()).toEqual(['subscriber1@example.net', 'subscriber4@example.net'])
  expect(await app.resendGroups({ id })).toMatchObject({ unopened: 2, suppressed: 0 })
  await suppression.add({ text: 'subscriber4@example.net\nnew2@example.net' })
  expect(await app.resendGroups({ id })).toMatchObject({ unopened: 1, suppressed: 1, is_exact: true })
  await addSubscribers(account, 3, 'new')
  expect(await app.newMatches({ id })).toEqual({ count: 2, suppressed: 1, is_exact: true })
  expect(await app.sendToNew({ id })).toMatchObject({ count: 2 })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(4)
  const reasons = await ledgerRows(account, id)
  expect(reasons.filter(({ state }) => state === 'excluded')).toHaveLength(3)
})

test('a broadcast whose whole audience is suppressed is not sent, and says why', async () => {
  const account = await testAccount()
  const { broadcasts: app, suppression } = dashboard(account)
  await addSubscribers(account, 1)
  await suppression.add({ text: 'subscriber1@example.net' })
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const { remarks } = await app.checklist({ id })
  expect(remarks.find(({ code }) => code === 'empty_audience')?.message).toBe(
    'Everyone in this audience is on a suppression list, so no one would receive it.',
  )
  await expect(app.send({ id })).rejects.toThrow('is on a suppression list')
})

test('the composer, the review, its prediction and the checks show the same number for the same audience', async () => {
  await sendToSink()
  const account = await testAccount()
  const { broadcasts: app, suppression } = dashboard(account)
  await addSubscribers(account, 90)
  await suppression.add({ text: 'subscriber90@example.net' })
  await account.ctx.sql.run(
    `update subscriber set first_name = case email_address when 'subscriber1@example.net' then null else 'Lin' end
     where account_id = $1`,
  )
  const content = '<p>{{ subscriber.first_name }} x</p>'
  const { id } = await app.create({ subject: 'x', preview_text: 'y', content, subscriber_filter: EVERYONE })
  const review = await app.checklist({ id })
  expect(await app.audience({ subscriber_filter: EVERYONE })).toEqual({
    count: review.audience_count,
    suppressed: review.suppressed_count,
    is_exact: review.is_exact,
  })
  expect((await app.prediction({ id })).audience).toBe(review.audience_count)
  expect(review.audience_count).toBe(89)
  expect(review.remarks.find(({ code }) => code === 'empty_field')?.message).toContain('1 of 89 recipients')
  await app.send({ id, skip_undo: true })
  await sendAll(account, id)
  const sent = (await ledgerRows(account, id)).filter(({ state }) => state === 'sent')
  expect(sent).toHaveLength(89)
})
