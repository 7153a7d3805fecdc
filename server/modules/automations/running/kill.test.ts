import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { liveAutomation } from '../../../testing/automations/live.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createTag } from '../../tags/service.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/automation-child.ts')
const KILLS = inject('kills')
const SUBSCRIBERS = KILLS < 10 ? 500 * KILLS : 2_000 * KILLS
const WORKERS = 2

function startWorker({ ctx }: TestAccount, automation_id: number): ChildProcess {
  const { SECRET_KEY, DATA_DIR } = env()
  const settings = { NODE_ENV: 'test', DATABASE_URL: inject('database_url'), SECRET_KEY, DATA_DIR }
  const job = JSON.stringify({ settings, account_id: ctx.account_id, automation_id })
  const child = spawn(process.execPath, [SCRIPT, job], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

test('kill -9 at random while two workers move subscribers through ten steps: each effect exactly once', async () => {
  const account = await testAccount()
  const { ctx } = account
  const tag = async (name: string) => (await createTag(ctx, { name })).value.id
  const [a, b, c] = [await tag('A'), await tag('B'), await tag('C')]
  const first = (await createCustomField(ctx, { label: 'First' })).value
  const second = (await createCustomField(ctx, { label: 'Second' })).value
  const { id: sequence_id } = await makeSequence(account)
  const action = (id: string, next: string | null, what: object) => ({ id, kind: 'action', next, action: what })
  const count = ({ id, key }: { id: number; key: string }) => ({
    ...{ type: 'set_field', custom_field_id: id },
    value: `{{ subscriber.${key} | default: 0 | plus: 1 }}`,
  })
  const { id } = await liveAutomation(account, {
    steps: [
      action('s1', 's2', { type: 'add_tag', tag_id: a }),
      action('s2', 's3', count(first)),
      { id: 's3', kind: 'wait', wait: { for: 'duration', minutes: 0 }, next: 's4' },
      {
        id: 's4',
        kind: 'condition',
        filter: { all: [{ type: 'tags', any: [{ type: 'ids', matching: [a] }] }] },
        yes: 's5',
        no: null,
      },
      action('s5', 's6', { type: 'add_to_sequence', sequence_id }),
      action('s6', 's7', { type: 'add_tag', tag_id: b }),
      action('s7', 's8', count(second)),
      action('s8', 's9', { type: 'remove_tag', tag_id: a }),
      action('s9', 's10', { type: 'add_tag', tag_id: c }),
      action('s10', null, count(first)),
    ],
  })
  await ctx.sql.run(
    `with added as (
       insert into subscriber (account_id, email_address)
       select $1, 'subscriber' || n || '@example.net' from generate_series(1, $3::int) n returning id
     )
     insert into automation_run (account_id, automation_id, subscriber_id, version, state, step_id, due_at, arrived_at, entered_at)
     select $1, $2, id, 1, 'ready', 's1', $4, $4, $4 from added`,
    [id, SUBSCRIBERS, new Date(+ctx.now() - 1_000)],
  )
  const workers = new Set<ChildProcess>()
  const hire = () => {
    const worker = startWorker(account, id)
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
  }
  const done = () => ctx.db.automationRun.count({ where: { state: 'completed' } })
  let kills = 0
  while (workers.size > 0 || (await done()) < SUBSCRIBERS) {
    while (workers.size < WORKERS && (await done()) < SUBSCRIBERS) hire()
    const [victim] = workers
    if (victim && kills < KILLS && (await done()) >= (kills * SUBSCRIBERS) / (KILLS + 1)) {
      // Somewhere within the statements of a transaction.
      await sleep(Math.random() * 150)
      if (victim.kill('SIGKILL')) kills++
      if (victim.exitCode === null && victim.signalCode === null) await once(victim, 'exit')
    }
    await sleep(5)
  }
  expect(kills).toBe(KILLS)
  const rows = await ctx.sql.one(
    `select (select json_agg(x) from (select tag_id, count(*)::int from tagging where account_id = $1 group by 1 order by 1) x) as tags,
       (select json_agg(x) from (select fields, count(*)::int from subscriber where account_id = $1 group by 1) x) as fields,
       (select json_agg(x) from (select run, count(*)::int from enrollment where account_id = $1 group by 1) x) as enrollments,
       (select json_agg(x) from (
          select step_id, count(*)::int, count(distinct run_id)::int as runs from automation_trace
          where account_id = $1 and event = 'passed' group by 1 order by length(step_id), step_id) x) as trace,
       (select json_agg(x) from (
          select step_id, entered, passed from automation_step_count where account_id = $1 order by length(step_id), step_id) x) as counts`,
  )
  const steps = Array.from({ length: 10 }, (_, i) => `s${i + 1}`)
  expect(rows).toMatchObject({
    tags: [b, c].map((tag_id) => ({ tag_id, count: SUBSCRIBERS })),
    enrollments: [{ run: 1, count: SUBSCRIBERS }],
    trace: steps.map((step_id) => ({ step_id, count: SUBSCRIBERS, runs: SUBSCRIBERS })),
    // The test itself put them at the first step.
    counts: steps.map((step_id) => ({ step_id, entered: step_id === 's1' ? 0 : SUBSCRIBERS, passed: SUBSCRIBERS })),
  })
  const { fields } = rows as { fields: { fields: Record<string, string>; count: number }[] }
  expect(fields.map((one) => [Object.values(one.fields).sort(), one.count])).toEqual([[['1', '2'], SUBSCRIBERS]])
})
