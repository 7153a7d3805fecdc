import { expect, test } from 'vitest'
import { clock } from '../../../core/clock.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { upsertSubscriber } from '../service.ts'

async function accountWithMail() {
  const account = await testAccount()
  const { ctx } = account
  const { id } = (await upsertSubscriber(ctx, { email_address: 'lin@example.net' })).value
  const deliver = async (day: string, more: object) => {
    const broadcast = await ctx.db.broadcast.create({ data: { account_id: ctx.account_id } })
    const mail = await ctx.db.mail.create({
      data: { account_id: ctx.account_id, kind: 'broadcast', broadcast_id: broadcast.id },
    })
    const data = { account_id: ctx.account_id, mail_id: mail.id, subscriber_id: id, state: 'sent' as const }
    await ctx.db.delivery.createMany({ data: [{ ...data, sent_at: new Date(`${day}T08:00:00Z`), ...more }] })
  }
  const stats = async (query = '') => (await api(`GET /v4/subscribers/${id}/stats${query}`, key(account))).body
  return { account, id, deliver, stats }
}

test('statistics of a subscriber without email are zeros and nulls', async () => {
  const { id, stats } = await accountWithMail()
  expect(await stats('?email_sent_after=&email_sent_before=')).toEqual({
    subscriber: {
      id,
      stats: {
        sent: 0,
        opened: 0,
        clicked: 0,
        bounced: 0,
        open_rate: 0,
        click_rate: 0,
        last_sent: null,
        last_opened: null,
        last_clicked: null,
        sends_since_last_open: 0,
        sends_since_last_click: 0,
      },
    },
  })
})

test('rates have three decimals, and without a click all sends count as since the last click', async () => {
  const { deliver, stats } = await accountWithMail()
  const opened_at = new Date('2026-03-02T09:00:00Z')
  await deliver('2026-03-01', { opened_at, last_opened_at: new Date('2026-03-02T10:00:00Z'), opens: 2 })
  await deliver('2026-03-02', { opened_at, last_opened_at: opened_at, opens: 1 })
  await deliver('2026-03-03', { bounced_at: opened_at })
  expect((await stats()).subscriber.stats).toEqual({
    sent: 3,
    opened: 2,
    clicked: 0,
    bounced: 1,
    open_rate: 0.667,
    click_rate: 0,
    last_sent: '2026-03-03T08:00:00Z',
    last_opened: '2026-03-02T10:00:00Z',
    last_clicked: null,
    sends_since_last_open: 1,
    sends_since_last_click: 3,
  })
  const narrowed = await stats('?email_sent_after=2026-03-02&email_sent_before=2026-03-02')
  expect(narrowed.subscriber.stats).toMatchObject({ sent: 1, open_rate: 1, last_sent: '2026-03-02T08:00:00Z' })
})

test('statistics reach back 60 months; an earlier or invalid date is refused by name [contract 13]', async () => {
  const { account, id, deliver, stats } = await accountWithMail()
  const now = clock.now
  clock.now = () => new Date('2026-11-20T10:00:00Z')
  try {
    await deliver('2021-11-19', {})
    await deliver('2021-11-20', {})
    expect((await stats()).subscriber.stats.sent).toBe(1)
    expect((await stats('?email_sent_after=2021-11-20')).subscriber.stats.sent).toBe(1)
    const early = await api(`GET /v4/subscribers/${id}/stats?email_sent_after=2021-11-19`, key(account))
    expect(early).toMatchObject({ status: 400, body: { errors: ['email_sent_after must be on or after 2021-11-20'] } })
    expect(await stats('?email_sent_before=2020-01-01')).toMatchObject({
      errors: ['email_sent_before must be on or after 2021-11-20'],
    })
    expect(await stats('?email_sent_after=soon')).toMatchObject({
      errors: ['email_sent_after must be formatted YYYY-MM-DD'],
    })
  } finally {
    clock.now = now
  }
})
