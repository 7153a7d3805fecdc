import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, ledgerRows, sendAll, sendToSink } from '../../../testing/modules/sending.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'

const EMAIL = { subject: 'March', content: '<p>Hello</p>' }

test('subscribers who are left out do not get it, whatever the filter says, and the API neither shows nor changes that', async () => {
  await sendToSink()
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 3)
  const tagged = async (name: string, among: readonly number[]) => {
    const { value } = await createTag(ctx, { name })
    for (const id of among) await tagSubscriber(ctx, { tag_id: value.id, id })
    return [{ type: 'tag' as const, ids: [value.id] }]
  }
  const app = dashboard(account).broadcasts
  const subscriber_filter = [{ any: await tagged('Beta', ids) }]
  const excluded = await tagged('Bought', ids.slice(0, 1))
  expect(await app.audience({ subscriber_filter, excluded })).toMatchObject({ count: 2 })
  const unknown = [{ type: 'tag' as const, ids: [999_999] }]
  await expect(app.create({ ...EMAIL, excluded: unknown })).rejects.toThrow('Tag not found')
  const { id } = await app.create({ ...EMAIL, subscriber_filter, excluded })
  const { body } = await api(`PUT /v4/broadcasts/${id}`, key(account), { description: 'For all but buyers' })
  expect(body.broadcast.subscriber_filter).toEqual(subscriber_filter)
  expect(body.broadcast).not.toHaveProperty('excluded')
  const copy = await app.duplicate({ id })
  expect(copy).toMatchObject({ audience: subscriber_filter, excluded })
  expect(await app.update({ id: copy.id, excluded: [] })).toMatchObject({ excluded: null })
  const { summary } = await app.checklist({ id })
  expect(summary.audience).toBe('Subscribers in tag “Beta”. Left out: tag “Bought”')
  await app.send({ id })
  await sendAll(account, id)
  expect((await ledgerRows(account, id)).map(({ email_address }) => email_address)).toEqual([
    'subscriber2@example.net',
    'subscriber3@example.net',
  ])
  expect((await app.why({ id, email_address: 'subscriber1@example.net' })).summary).toBe(
    'They were not in the audience: they are in the tag “Bought”, which it leaves out.',
  )
})
