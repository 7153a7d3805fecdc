import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { database } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { killAtWork, runProcess } from '../../testing/database/kill-at-work.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { runs } from '../../testing/runner/deep.ts'
import { tagSubscriber } from '../tags/one-statement.ts'
import { createTag } from '../tags/service.ts'
import { workOnAction } from './apply.ts'

runInOwnDatabase()

const SCRIPT = fileURLToPath(new URL('../../testing/processes/killed-work.ts', import.meta.url))
const KILLS = runs(inject('kills'), 1)
const PROGRESS = { table: 'bulk_action', column: 'done' }
const PAGE = 20
const BETWEEN_KILLS = 60
const SUBSCRIBERS = (KILLS + 2) * BETWEEN_KILLS

test('an action whose processes are killed tags everyone once, and undoing it removes exactly that', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const calls = dashboard(account).bulk_actions
  const ids = await addSubscribers(account, SUBSCRIBERS)
  const { id: tag_id } = (await createTag(ctx, { name: 'VIP' })).value
  const [first = 0] = ids
  await tagSubscriber(ctx, { tag_id, id: first })
  await subscribeTo(account_id, ['subscriber.tag_added', 'subscriber.tag_removed'])
  const { id } = await calls.request({
    selection: { kind: 'query', status: 'all' },
    action: { kind: 'tag', tag_id },
    expected: SUBSCRIBERS,
  })
  const counts = async () => {
    const [row] = await calls.list()
    if (!row) throw new Error('The action is missing')
    return row
  }
  const args = [database().url, account_id, id, PAGE, 'action']
  const done = async () => (await counts()).done
  for (let kills = 0; kills < KILLS; kills++) {
    const before = await done()
    const isDue = async () => (await done()) >= before + PAGE
    await killAtWork(SCRIPT, args, { progress: PROGRESS, hold_at: before + BETWEEN_KILLS, isDue })
  }
  expect(await done()).toBeLessThan(SUBSCRIBERS)
  expect(await runProcess(SCRIPT, args)).toBe(0)
  expect(await counts()).toMatchObject({
    state: 'completed',
    done: SUBSCRIBERS,
    changed: SUBSCRIBERS - 1,
    left_alone: { has_tag: 1 },
  })
  expect(await ctx.db.tagging.count()).toBe(SUBSCRIBERS)
  const events = async (of: string) => (await takeEvents(account_id)).filter(({ type }) => type === of)
  const added = await events('subscriber.tag_added')
  expect(new Set(added.map(({ data }) => data.subscriber.id)).size).toBe(SUBSCRIBERS - 1)
  expect(added).toHaveLength(SUBSCRIBERS - 1)

  await calls.undo({ id })
  await workOnAction(systemCtx(account_id), { id, rows: PAGE })
  expect(await counts()).toMatchObject({ state: 'undone', undone: SUBSCRIBERS - 1, kept: 0 })
  expect(await ctx.db.tagging.findMany({ select: { subscriber_id: true } })).toEqual([{ subscriber_id: BigInt(first) }])
  expect(await events('subscriber.tag_removed')).toHaveLength(SUBSCRIBERS - 1)
})
