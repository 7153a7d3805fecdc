import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { sendNotices } from '../emails/notices.ts'
import { applyAction } from './effect.ts'

test('a member is told how many arrived, at most once per automation and ten minutes; others never', async () => {
  const account = await testAccount()
  const { ctx, account_id, user_id, email } = account
  const automation_id = await makeAutomation(account)
  const stranger = await testAccount()
  const arrive = (step_id: string, count: number, user_ids = [user_id, stranger.user_id]) => {
    const runs = Array.from({ length: count }, (_, i) => ({ run_id: i + 1, subscriber_id: i + 1 }))
    const action = { type: 'notify_team' as const, user_ids, message: `Call them (${step_id})` }
    return write(ctx, (tx) => applyAction(tx, { automation_id, version: 1, step_id, runs }, action))
  }
  const after = { account_id, automation_id: 0, user_id: 0 }
  /** Emails that a member has received after this many minutes. */
  const told = async (minutes: number) => {
    const now = new Date(Date.now() + minutes * 60_000)
    await sendNotices({ now, after })
    return (await serviceEmailsTo(email)).map(({ subject }) => subject)
  }
  expect(await arrive('a', 2)).toEqual(new Map())
  expect(await told(0)).toEqual(['Welcome path: 2 subscribers arrived'])
  await arrive('a', 3)
  await arrive('b', 1)
  expect(await told(0)).toHaveLength(1)
  await ctx.sql.run(`update automation_notice set sent_at = sent_at - interval '11 minutes' where account_id = $1`)
  expect(await told(0)).toEqual(['Welcome path: 2 subscribers arrived', 'Welcome path: 4 subscribers arrived'])
  const [, last] = await serviceEmailsTo(email)
  expect(last?.text).toContain('Call them (a) (3 subscribers)')
  expect(last?.text).toContain('Call them (b) (1 subscriber)')
  expect(await serviceEmailsTo(stranger.email)).toEqual([])
  const outcomes = await arrive('a', 1, [stranger.user_id])
  expect(outcomes.get(1)).toMatchObject({ passed: false, retry: false })
})
