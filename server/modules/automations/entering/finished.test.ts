import { expect, test } from 'vitest'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { advanceAutomation } from '../running/advance.ts'
import { matchEvents } from './match.ts'

// A finished sequence (its last email was sent) or automation lets subscribers enter another automation.

test('those who complete a sequence enter, once for each time, and those who are in the middle do not', async () => {
  const { ctx, account, id: sequence_id, email, join, at } = await sequenceFixture(0)
  await email()
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const on = { type: 'sequence_completed', sequence_id }
  const { id } = await liveAutomation(account, { triggers: [{ id: 't', on }] })
  await liveAutomation(account, { triggers: [{ id: 't', on: { ...on, sequence_id: sequence_id + 1 } }] })
  await join([lin])
  expect(await runsOf(account, id)).toEqual([])
  await at('2026-01-15T11:00:00Z')
  await join([ada])
  expect((await runsOf(account, id)).map(({ subscriber_id }) => subscriber_id)).toEqual([lin])
  await at('2026-01-17T11:00:00Z')
  expect((await runsOf(account, id)).map(({ subscriber_id }) => subscriber_id)).toEqual([lin, ada])
  // No one completed the other sequence.
  expect(await ctx.db.automationRun.count()).toBe(2)
})

test('those who complete an automation enter another one, and those who leave it do not', async () => {
  const { ctx, account } = await sequenceFixture(0)
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const tag_id = (await createTag(ctx, { name: 'Lead' })).value.id
  const first = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id } }],
    steps: [{ id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: null }],
  })
  const second = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'automation_completed', automation_id: first.id } }],
  })
  await tagSubscribers(ctx, { pairs: [lin, ada].map((subscriber_id) => ({ tag_id, subscriber_id })) })
  await matchEvents(ctx, { work_ms: 10_000 })
  await advanceAutomation(ctx, { id: first.id, work_ms: 10_000 })
  expect(await runsOf(account, second.id)).toEqual([])
  await changeState(ctx, { ids: [ada], transition: 'unsubscribe', cause: 'dashboard' })
  const now = new Date(+ctx.now() + 3_600_000)
  ctx.now = () => now
  await advanceAutomation(ctx, { id: first.id, work_ms: 10_000 })
  const ended = (await runsOf(account, first.id)).map(({ subscriber_id, state }) => [subscriber_id, state])
  expect(Object.fromEntries(ended)).toEqual({ [lin]: 'completed', [ada]: 'left' })
  expect((await runsOf(account, second.id)).map(({ subscriber_id }) => subscriber_id)).toEqual([lin])
})
