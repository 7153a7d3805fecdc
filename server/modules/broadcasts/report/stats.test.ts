import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { addSubscribers, sendAll, sendToSink } from '../../../testing/modules/sending.ts'

const COMPLETE = { subject: 'March news', content: '<p>Hello</p>' }
const later = (ms: number) => new Date(Date.now() + ms).toISOString()

test('statistics and clicks have the documented shapes, units and plan checks [contract 8.10.8, 8.10.10]', async () => {
  await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 3)
  const content = '<p><a href="https://studio.example/a">a</a> <a href="https://studio.example/b">b</a></p>'
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, content, send_at: later(-1000) })
  const { id } = body.broadcast
  const zero = (await api(`GET /v4/broadcasts/${id}/stats`, key(account))).body.broadcast
  expect(zero).toMatchObject({ id, stats: { recipients: 0, open_rate: 0, progress: 0, status: 'sending' } })
  await sendAll(account, id)
  const { sql } = account.ctx
  await sql.run('update mail set opened = 2, clicked = 1 where account_id = $1')
  await sql.run(`update link set unique_clicks = 1, clicks = 4 where account_id = $1 and url like '%/b'`)
  const { stats } = (await api(`GET /v4/broadcasts/${id}/stats`, key(account))).body.broadcast
  expect(stats).toEqual({
    recipients: 3,
    open_rate: 66.67,
    emails_opened: 2,
    click_rate: 33.33,
    unsubscribe_rate: 0,
    unsubscribes: 0,
    total_clicks: 0,
    show_total_clicks: false,
    status: 'completed',
    progress: 100,
    open_tracking_disabled: false,
    click_tracking_disabled: false,
  })
  const clicks = await api(`GET /v4/broadcasts/${id}/clicks?per_page=1`, key(account))
  expect(clicks.body).toMatchObject({
    broadcast: {
      id,
      clicks: [
        {
          id: expect.any(Number),
          url: 'https://studio.example/b',
          unique_clicks: 1,
          click_to_delivery_rate: 0.333,
          click_to_open_rate: 0.5,
        },
      ],
    },
    pagination: { has_next_page: true, per_page: 1 },
  })
  const next = await api(
    `GET /v4/broadcasts/${id}/clicks?per_page=1&after=${clicks.body.pagination.end_cursor}`,
    key(account),
  )
  expect(next.body.broadcast.clicks).toMatchObject([{ url: 'https://studio.example/a', click_to_open_rate: 0 }])

  expect(await api('GET /v4/broadcasts/stats', key(account))).toMatchObject({
    status: 403,
    body: { errors: ['Broadcast stats require a plan with access to reporting.'] },
  })
  const rows = (await api('GET /v4/broadcasts/stats', bearer(account))).body.broadcasts
  expect(rows).toEqual([{ id, subject: 'March news', send_at: expect.any(String), stats }])
  await account.ctx.db.account.updateMany({ data: { plan_type: 'creator_pro' } })
  expect((await api('GET /v4/broadcasts/stats?status=draft', key(account))).body.broadcasts).toEqual([])
  expect((await api('GET /v4/broadcasts/stats?status=x', key(account))).status).toBe(422)

  await sql.run(`update broadcast set send_at = now() - interval '6 years' where account_id = $1`)
  const old = await api(`GET /v4/broadcasts/${id}/stats`, key(account))
  expect(old).toMatchObject({
    status: 400,
    body: { errors: [expect.stringMatching(/^send_at must be on or after \d/)] },
  })
  expect((await api('GET /v4/broadcasts/stats', key(account))).body.broadcasts).toEqual([])
})
