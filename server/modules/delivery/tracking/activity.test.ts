import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { BROWSER, reportOf, sentMail, settleEngagement, visit } from '../../../testing/modules/sending.ts'

test('an email from before its activity was counted is counted with its first report, once', async () => {
  const account = await testAccount()
  const { sql } = account.ctx
  const { id, pixel, links } = await sentMail(account)
  const [link = ''] = links
  await visit(pixel)
  await visit(link)
  await visit(link, { headers: { ...BROWSER, 'User-Agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' } })
  const counted = await reportOf(account, id)
  expect(counted.hours[0]).toEqual({ hour: 0, opens: 1, clicks: 1 })
  expect(counted.machines).toEqual([{ kind: 'click', evidence: 'user_agent', count: 1 }])

  await sql.run('delete from mail_activity where account_id = $1')
  await sql.run('update mail set keeps_activity = false where account_id = $1')
  const reports = await Promise.all([reportOf(account, id), reportOf(account, id)])
  for (const { hours, machines } of reports)
    expect({ hours, machines }).toEqual({ hours: counted.hours, machines: counted.machines })

  await visit(pixel)
  await settleEngagement(account)
  expect((await reportOf(account, id)).hours[0]).toEqual({ hour: 0, opens: 2, clicks: 1 })
})
