import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { testAccount } from '../../../testing/account.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { createTag } from '../../tags/service.ts'
import { Graph } from '../graph-schema.ts'
import { createAutomation } from '../service.ts'
import { runTask } from '../tasks/task.ts'
import { findDryRun } from './compare.ts'
import { dryRunPage } from './page.ts'
import { startDryRun } from './start.ts'

const NOW = Date.parse('2027-03-31T12:00:00Z')
const DAY = 24 * 3_600_000

test('a page that fails or is interrupted changes nothing, and the result is the same as without', async () => {
  const account = await testAccount()
  const { ctx } = account
  ctx.now = () => new Date(NOW)
  const lead = (await createTag(ctx, { name: 'Lead' })).value.id
  const ids = await addSubscribers(account, 620)
  await ctx.sql.run(
    'insert into tagging (account_id, tag_id, subscriber_id, tagged_at) select $1, $2, unnest($3::bigint[]), $4',
    [lead, ids, new Date(NOW - 3 * DAY)],
  )
  const branch = (id: string, percent: number) => ({ id, label: id, percent, next: 'w' })
  const graph = Graph.parse({
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: lead } }],
    first: 'r',
    steps: [
      { id: 'r', kind: 'random_split', branches: [branch('x', 30), branch('y', 70)] },
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 1440 * 9 }, next: null },
    ],
  })
  const { id } = await createAutomation(ctx, { name: 'Welcome', kind: 'visual', graph })
  await runTask(ctx, await startDryRun(ctx, { id }))
  const { result } = (await findDryRun(ctx, { id })) ?? {}
  expect(result).toMatchObject({ matched: 620, subscribers: 620, waiting: 620 })
  const again = await startDryRun(ctx, { id })
  for (let round = 0; ; round++) {
    const task = await ctx.sql.one<{
      id: number
      automation_id: number
      after_id: number
      created_by: number | null
      input: never
      state: string
    }>('select * from automation_task where account_id = $1 and id = $2', [again.id])
    if (task?.state !== 'running') {
      expect(round).toBeGreaterThan(3)
      break
    }
    const crash = write(ctx, async (tx) => {
      await dryRunPage(tx, task, task.input)
      throw new Error('crash')
    })
    await expect(crash).rejects.toThrow('crash')
    await runTask(ctx, { id: again.id, budget: new Budget(0) })
  }
  expect((await findDryRun(ctx, { id }))?.result).toEqual(result)
  expect(await ctx.db.automationDryRunSubscriber.count({ where: { task_id: again.id } })).toBe(620)
  // The one before was replaced.
  expect(await ctx.db.automationTask.count({ where: { kind: 'dry_run' } })).toBe(1)
})
