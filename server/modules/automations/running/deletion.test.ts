import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { createTag } from '../../tags/service.ts'
import { enter } from '../entering/enter.ts'
import { advanceAutomation, hasDue } from './advance.ts'

test('an automation stands still while its account waits for the deletion, and continues if it is kept', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addNamed(account, ['Lin'])
  const { value: tag } = await createTag(ctx, { name: 'A' })
  const { id } = await liveAutomation(account, {
    steps: [{ id: 'a', kind: 'action', next: null, action: { type: 'add_tag', tag_id: tag.id } }],
  })
  const entries = ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} }))
  await write(ctx, (tx) => enter(tx, { automation_id: id, entries }))
  const wait = (deletes_at: Date | null) => ctx.db.account.updateMany({ data: { deletes_at } })
  const taggings = () => ctx.db.tagging.count()
  await wait(new Date(Date.now() + 86_400_000))
  expect(await advanceAutomation(ctx, { id, work_ms: 60_000 })).toEqual({ state: 'finished' })
  expect(await runsOf(account, id)).toMatchObject([{ state: 'ready' }])
  expect(await hasDue(ctx, { id })).toBe(false)
  expect(await taggings()).toBe(0)
  await wait(null)
  await advanceAutomation(ctx, { id, work_ms: 60_000 })
  expect(await taggings()).toBe(1)
})
