import { expect, test } from 'vitest'
import { purgeExpired } from '../../../db/purge.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, ledgerCounts, sendAll, startBroadcast } from '../../../testing/modules/sending.ts'
import { EXPIRED_CAUGHT_MAIL } from './mail-catcher.ts'

test('without an SMTP server the first broadcast is caught, and reading it loads nothing remote', async () => {
  const account = await testAccount()
  await addSubscribers(account, 2)
  const id = await startBroadcast(account, {
    subject: 'Grüße, {{ subscriber.first_name }}',
    content: '<p>Hi <img src="https://studio.example/a.png" alt="A"></p>',
  })
  expect(await sendAll(account, id)).toBe('finished')
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ sent: 2 })

  const { mail } = dashboard(account)
  const { rows } = await mail.list({ per_page: 10 })
  expect(rows).toHaveLength(2)
  expect((await mail.list({ search: 'SUBSCRIBER1@' })).rows).toMatchObject([
    { to: 'subscriber1@example.net', from: account.email, subject: 'Grüße, Subscriber 1' },
  ])
  const message = await mail.get({ id: rows[0]?.id ?? 0 })
  expect(message.text).toContain('Unsubscribe')
  expect(message.headers.map(({ name }) => name)).toContain('List-Unsubscribe-Post')
  expect(message.html).not.toMatch(/<img[^<>]* src/)
  expect(message.blocked_images).toBe(2)
  expect(message.html).toContain("default-src 'none'")
  expect(message.byte_size).toBeGreaterThan(1000)

  const viewer = dashboard(account, withRole(account, 'viewer')).mail
  await expect(viewer.delete({ id: message.id })).rejects.toThrow('editor')
  await mail.delete({ id: message.id })
  await expect(mail.get({ id: message.id })).rejects.toThrow('Not Found')
  await mail.clear()
  expect((await mail.list({})).rows).toEqual([])
})

test('caught email is deleted after 30 days', async () => {
  const account = await testAccount()
  await addSubscribers(account, 2)
  await sendAll(account, await startBroadcast(account))
  const { mail } = dashboard(account)
  const [newest, older] = (await mail.list({})).rows
  await account.ctx.sql.run(`update caught_mail set created_at = '2001-01-01' where account_id = $1 and id = $2`, [
    older?.id,
  ])
  expect(await purgeExpired(EXPIRED_CAUGHT_MAIL, { now: new Date('2001-01-30') })).toBe(0)
  expect(await purgeExpired(EXPIRED_CAUGHT_MAIL, { now: new Date('2001-02-02') })).toBe(1)
  expect((await mail.list({})).rows).toEqual([newest])
})

test('caught email is visible only in its own account [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  await addSubscribers(other, 1)
  await sendAll(other, await startBroadcast(other))
  const [caught] = (await dashboard(other).mail.list({})).rows
  const { mail } = dashboard(own)
  expect((await mail.list({})).rows).toEqual([])
  for (const call of [mail.get, mail.delete]) await expect(call({ id: caught?.id ?? 0 })).rejects.toThrow('Not Found')
})
