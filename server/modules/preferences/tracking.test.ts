import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import {
  addSubscribers,
  app,
  parseMail,
  reportOf,
  sendAll,
  sendToSink,
  sentMail,
  settleEngagement,
  startBroadcast,
  visit,
} from '../../testing/modules/sending.ts'

/** Returns a subscriber who opened an email and clicked its link, and their preference page. */
async function engaged(account: TestAccount) {
  const sent = await sentMail(account)
  const [link = ''] = sent.links
  const engage = async () => {
    await visit(sent.pixel)
    await visit(link)
  }
  await engage()
  const { funnel } = await reportOf(account, sent.id)
  expect(funnel).toMatchObject({ opened: 1, clicked: 1 })
  const url = sent.unsubscribe.replace('/u/', '/preferences/')
  const page = async () => (await app.request(url)).text()
  const post = async (fields: Record<string, string>) =>
    (await app.request(url, { method: 'POST', body: new URLSearchParams(fields) })).text()
  return { ...sent, engage, page, post }
}

const stored = async ({ ctx }: TestAccount, subscriber_id: number) => ({
  requests: await ctx.db.engagementHit.count({ where: { subscriber_id } }),
  engagements: await ctx.db.engagement.count({ where: { subscriber_id } }),
  messages: await ctx.db.delivery.count({
    where: { subscriber_id, OR: [{ opens: { gt: 0 } }, { clicks: { gt: 0 } }] },
  }),
  recent: await ctx.sql.one(
    'select opens, clicks from subscriber_engagement where account_id = $1 and subscriber_id = $2',
    [subscriber_id],
  ),
})
const NOTHING = { requests: 0, engagements: 0, messages: 0, recent: { opens: 0, clicks: 0 } }

test('a subscriber who objects to tracking is in no segment of opens or clicks, and gets untracked emails [L4, L6]', async () => {
  const account = await testAccount()
  const { id, subscriber_id, engage, page, post } = await engaged(account)
  const matching = async (condition: object) => {
    const { body } = await api('POST /v4/subscribers/filter', key(account), { all: [condition] })
    return (body.subscribers as { id: string }[]).map((subscriber) => Number(subscriber.id))
  }
  expect(await matching({ type: 'opens' })).toEqual([subscriber_id])
  expect(await page()).toContain('counts when you open its emails')
  // A tracked request waiting to be counted is not counted.
  await engage()
  expect(await post({ action: 'tracking', is_on: '0' })).toContain('no longer counted')
  expect(await stored(account, subscriber_id)).toEqual(NOTHING)
  await settleEngagement(account)
  expect(await stored(account, subscriber_id)).toEqual(NOTHING)
  // Their opens and clicks are unknown, which is not the same as none.
  for (const type of ['opens', 'clicks'])
    for (const bounds of [{}, { count_less_than: 1 }, { count_less_than_or_equal: 4 }])
      expect(await matching({ type, ...bounds }), JSON.stringify({ type, ...bounds })).toEqual([])
  expect(await matching({ type: 'sent' })).toEqual([subscriber_id])
  // Reports keep their totals.
  expect((await reportOf(account, id)).funnel).toMatchObject({ opened: 1, clicked: 1 })

  const sink = await sendToSink()
  await sendAll(account, await startBroadcast(account))
  const [message] = await Promise.all(sink.messages.map(parseMail))
  expect(message?.html).not.toContain('/t/')
  await engage()
  await settleEngagement(account)
  expect(await stored(account, subscriber_id)).toEqual(NOTHING)

  await post({ action: 'tracking', is_on: '1' })
  await engage()
  await settleEngagement(account)
  expect(await stored(account, subscriber_id)).toMatchObject({ messages: 1, recent: { opens: 1, clicks: 1 } })
  const consents = await account.ctx.db.consent.findMany({ where: { subscriber_id }, orderBy: { id: 'asc' } })
  expect(consents.map(({ source, text }) => [source, text])).toEqual([
    ['preferences', 'Switched off: counting of opens and clicks'],
    ['preferences', 'Switched on: counting of opens and clicks'],
  ])
})

test('a creator can stop tracking a subscriber, and only the subscriber can turn it on again [L4, L6]', async () => {
  const account = await testAccount()
  const { subscriber_id: id, post } = await engaged(account)
  const [other = 0] = await addSubscribers(account, 1, 'other')
  const { privacy, subscribers } = dashboard(account)
  for (let times = 0; times < 2; times++) await privacy.stopTracking({ id })
  expect(await stored(account, id)).toEqual(NOTHING)
  expect(await subscribers.get({ id })).toMatchObject({
    is_tracked: false,
    consents: [{ source: 'manual', text: 'Switched off: counting of opens and clicks' }],
  })
  expect(await subscribers.get({ id: other })).toMatchObject({ is_tracked: true })
  await post({ action: 'tracking', is_on: '1' })
  expect(await subscribers.get({ id })).toMatchObject({ is_tracked: true })
  await expect(privacy.stopTracking({ id: 999_999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const stranger = dashboard(await testAccount())
  await expect(stranger.privacy.stopTracking({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an account without open and click counting offers no choice about it [L6]', async () => {
  const account = await testAccount()
  const { page } = await engaged(account)
  await account.ctx.db.account.updateMany({ data: { open_tracking_enabled: false, click_tracking_enabled: false } })
  expect(await page()).not.toContain('Opens and clicks')
})
