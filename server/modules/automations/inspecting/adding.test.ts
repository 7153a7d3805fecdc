import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { createSegment } from '../../segments/service.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { runTask } from '../tasks/task.ts'

const wait = { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: null }

/** A live automation with Ada inside, and a tag that Ada, Bo and Cy have; Cy is unsubscribed. */
async function studio() {
  const account = await testAccount()
  const { ctx } = account
  const call = dashboard(account).automations
  const { id } = await liveAutomation(account, { steps: [wait] })
  const [ada = 0, bo = 0, cy = 0, di = 0] = await addNamed(account, ['Ada', 'Bo', 'Cy', 'Di'])
  const tag = (await createTag(ctx, { name: 'Guests' })).value
  await tagSubscribers(ctx, { pairs: [ada, bo, cy].map((subscriber_id) => ({ tag_id: tag.id, subscriber_id })) })
  await changeState(ctx, { ids: [cy], transition: 'unsubscribe', cause: 'dashboard' })
  await call.addSubscribers({ id, subscriber_ids: [ada] })
  const inside = async () => (await runsOf(account, id)).map(({ subscriber_id }) => subscriber_id)
  const runTasks = async () => {
    const tasks = await call.tasks({ id })
    for (const task of tasks) await runTask(ctx, { id: task.id })
    return call.tasks({ id })
  }
  return { account, ctx, call, id, tag, ada, bo, cy, di, inside, runTasks }
}

test('those with a tag are counted before they are added, and who is inside or unsubscribed stays out', async () => {
  const { call, id, tag, ada, bo, inside, runTasks } = await studio()
  const source = { kind: 'tag', id: tag.id } as const
  expect(await call.previewAdding({ id, source })).toEqual({ matched: 3, entering: 1, inactive: 1 })
  expect(await call.addFrom({ id, source })).toEqual({ entered: null })
  expect(await runTasks()).toMatchObject([{ kind: 'add', state: 'completed', total: 4, done: 4, changed: 1 }])
  expect(await inside()).toEqual([ada, bo])
  const runs = await call.subscribers({ id, per_page: 10, state: 'inside' })
  const { entries } = await call.trace({ run_id: runs.rows[0]?.run_id ?? 0 })
  expect(entries[0]?.message).toBe('Added by Nora Lind.')
})

test('a segment and chosen subscribers are added the same way', async () => {
  const { ctx, call, id, di, bo, inside, runTasks } = await studio()
  const picked = { kind: 'subscribers' as const, subscriber_ids: [di] }
  expect(await call.previewAdding({ id, source: picked })).toEqual({ matched: 1, entering: 1, inactive: 0 })
  expect(await call.addFrom({ id, source: picked })).toEqual({ entered: 1 })
  const segment = await createSegment(ctx, {
    name: 'Everyone',
    definition: { match: 'all', conditions: [], counting_mode: 'raw' },
  })
  const source = { kind: 'segment', id: segment.id } as const
  expect((await call.previewAdding({ id, source })).entering).toBe(1)
  await call.addFrom({ id, source })
  await runTasks()
  expect((await inside()).sort()).toContain(bo)
})

test('a canceled task adds no one, and ends once', async () => {
  const { call, id, tag, ada, inside, runTasks } = await studio()
  await call.addFrom({ id, source: { kind: 'tag', id: tag.id } })
  const [task] = await call.tasks({ id })
  const key = { id, task_id: task?.id ?? 0 }
  await call.cancelTask(key)
  expect(await runTasks()).toMatchObject([{ state: 'canceled', done: 0, changed: 0 }])
  expect(await inside()).toEqual([ada])
  await expect(call.cancelTask(key)).rejects.toMatchObject({ message: 'This has ended already' })
  const stranger = dashboard(await testAccount()).automations
  await expect(stranger.cancelTask(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(stranger.previewAdding({ id, source: { kind: 'tag', id: 1 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('no one is added to a draft or a paused automation', async () => {
  const { call, id, di } = await studio()
  const source = { kind: 'subscribers' as const, subscriber_ids: [di] }
  await call.pause({ id })
  await expect(call.addFrom({ id, source })).rejects.toMatchObject({ message: /is paused/ })
  const draft = await call.create({ name: 'Later', kind: 'visual' })
  await expect(call.addFrom({ id: draft.id, source })).rejects.toMatchObject({ message: /^Publish the automation/ })
})

test('an earlier version is shown as it was published', async () => {
  const { account, call } = await studio()
  const { id, publish } = await liveAutomation(account, { steps: [wait] })
  await publish({ steps: [{ ...wait, id: 'w2' }] })
  expect(await call.version({ id, version: 1 })).toMatchObject({
    version: 1,
    is_current: false,
    graph: { first: 'w' },
    emails: [],
  })
  expect(await call.version({ id, version: 2 })).toMatchObject({ is_current: true, graph: { first: 'w2' } })
  await expect(call.version({ id, version: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
