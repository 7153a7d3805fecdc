import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addEmail, makeAutomation } from '../../../testing/automations/automation.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { applyAction } from '../effects/effect.ts'
import { withdrawMessages } from './pausing.ts'
import { hasMessages } from './sending.ts'

test('deleting an automation withdraws messages that it has queued, with the reason', async () => {
  const account = await testAccount()
  const { ctx } = account
  const automation_id = await makeAutomation(account)
  const email_id = await addEmail(account, { automation_id })
  const ids = await addSubscribers(account, 3)
  const runs = ids.map((subscriber_id, i) => ({ run_id: i + 1, subscriber_id }))
  const set = { automation_id, version: 1, step_id: 'a', runs }
  await write(ctx, (tx) => applyAction(tx, set, { type: 'send_email', email_id }))
  await withdrawMessages(ctx, { automation_id, work_ms: 60_000 })
  expect(await hasMessages(ctx, { id: automation_id })).toBe(true)
  const { mail_id } = await ctx.db.delivery.findFirstOrThrow()
  await dashboard(account).automations.delete({ id: automation_id })
  // Nothing is sent from then on.
  expect(await hasMessages(ctx, { id: automation_id })).toBe(false)
  expect(await withdrawMessages(ctx, { automation_id, work_ms: 60_000 })).toBe(false)
  const deliveries = await ctx.db.delivery.findMany({ where: { mail_id } })
  expect(deliveries).toMatchObject(ids.map(() => ({ state: 'excluded', reason: 'automation_deleted' })))
  const mail = await ctx.db.mail.findFirstOrThrow({ where: { id: mail_id } })
  expect(mail).toMatchObject({ recipients: 3, excluded: 3, sent: 0, paused_at: null })
  expect(mail.completed_at).not.toBeNull()
})
