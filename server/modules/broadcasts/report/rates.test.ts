import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, ledgerRows, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { getOverview } from '../../analytics/service.ts'

const ANSWERS: Record<string, { code: number; text: string }> = {
  'subscriber1@example.net': { code: 550, text: '5.1.1 No such user' },
  'subscriber2@example.net': { code: 451, text: '4.2.1 Try again later' },
  'subscriber3@example.net': { code: 554, text: '5.6.0 Content not supported' },
}

/** A broadcast to seven: one bounced, one is queued, one failed, and four got it, of whom two opened it and one clicked. */
async function sentToSeven() {
  await sendToSink({ onRecipient: (address) => ANSWERS[address] })
  const account = await testAccount({ plan_type: 'creator_pro' })
  await addSubscribers(account, 7)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  expect((await ledgerRows(account, id)).map(({ state }) => state).sort()).toEqual([
    'failed',
    'failed',
    'queued',
    'sent',
    'sent',
    'sent',
    'sent',
  ])
  await account.ctx.sql.run(
    `with happened as (
       update delivery set opened_at = now(), opens = 1,
         clicked_at = case when subscriber_id = (select max(id) from subscriber where account_id = $1) then now() end
       where account_id = $1 and state = 'sent'
         and subscriber_id in (select id from subscriber where account_id = $1 order by id desc limit 2)
     )
     update mail set opened = 2, clicked = 1, total_clicks = 1, unsubscribed = 1 where account_id = $1`,
  )
  return { account, id }
}

test('a bounce reply from the server counts in the bounce rate of the account and of the subscriber', async () => {
  const { account } = await sentToSeven()
  const { stats } = (await api('GET /v4/account/email_stats', key(account))).body
  // Rate of the six that were tried.
  expect(stats).toMatchObject({ sent: 4, bounce_rate: 16.67 })
  const bounced = await account.ctx.db.subscriber.findFirstOrThrow({ where: { state: 'bounced' } })
  const one = await api(`GET /v4/subscribers/${bounced.id}/stats`, key(account))
  expect(one.body.subscriber.stats).toMatchObject({ sent: 0, bounced: 1 })
})

test('rates other than bounces divide by accepted messages, everywhere a rate is shown', async () => {
  const { account, id } = await sentToSeven()
  const rates = { open_rate: 50, click_rate: 25 }
  const get = async (path: string) => (await api(`GET ${path}`, bearer(account))).body
  expect((await get('/v4/account/email_stats')).stats).toMatchObject(rates)
  expect((await get(`/v4/broadcasts/${id}/stats`)).broadcast.stats).toMatchObject({
    ...rates,
    unsubscribe_rate: 25,
    recipients: 7,
  })
  expect((await get('/v4/broadcasts/stats')).broadcasts).toMatchObject([{ stats: rates }])
  const app = dashboard(account).broadcasts
  expect((await app.list({})).rows).toMatchObject([rates])
  expect((await app.report({ id })).stats).toMatchObject(rates)
  const home = await getOverview(account.ctx, { days: 30 })
  expect({ open_rate: home.open_rate.value, click_rate: home.click_rate.value }).toEqual(rates)
  await account.ctx.sql.run('update link set unique_clicks = 1, clicks = 1 where account_id = $1')
  expect((await get(`/v4/broadcasts/${id}/clicks`)).broadcast.clicks).toMatchObject([
    { click_to_delivery_rate: 0.25, click_to_open_rate: 0.5 },
  ])
})

test('bounces divide by the messages that were tried, also when nothing was accepted', async () => {
  await sendToSink({
    onRecipient: (address) => (address.includes('9') ? undefined : ANSWERS['subscriber1@example.net']),
  })
  const account = await testAccount()
  await addSubscribers(account, 3)
  await sendAll(account, await startBroadcast(account))
  const stats = async () => (await api('GET /v4/account/email_stats', key(account))).body.stats
  expect(await stats()).toMatchObject({ sent: 0, bounce_rate: 100, open_rate: 0 })
  await addSubscribers(account, 1, 'subscriber9')
  await sendAll(account, await startBroadcast(account))
  expect(await stats()).toMatchObject({ sent: 1, bounce_rate: 75 })
})
