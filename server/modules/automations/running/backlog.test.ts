import { expect, onTestFinished, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { database } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { enter } from '../entering/enter.ts'
import { advanceAutomation } from './advance.ts'

runInOwnDatabase()

test('a backlog is moved by two transactions at a time: each effect once, and only the run that fails is held', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addNamed(
    account,
    Array.from({ length: 50 }, (_, n) => `Moss${n}`),
  )
  const failing = ids[23] ?? 0
  const [first, second] = [
    (await createTag(ctx, { name: 'First' })).value.id,
    (await createTag(ctx, { name: 'Second' })).value.id,
  ]
  const { id } = await liveAutomation(account, {
    steps: [
      { id: 'a', kind: 'action', action: { type: 'add_tag', tag_id: first }, next: 'b' },
      { id: 'b', kind: 'action', action: { type: 'add_tag', tag_id: second }, next: null },
    ],
  })
  await write(ctx, (tx) =>
    enter(tx, {
      automation_id: id,
      entries: ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} })),
    }),
  )
  const name = `meets_and_fails_${ctx.account_id}`
  const { pool } = database()
  // The first set is moved alone. Then each waits for the other, once; and one subscriber fails, as with a bug.
  await pool.query(`
    create table ${name} (transactions int);
    create function ${name}() returns trigger language plpgsql as $$
    declare
      open int;
      looks int := 0;
    begin
      while new.subscriber_id > ${ids[3]} and looks < 6000 and not exists (select from ${name}) loop
        select count(distinct pid) into open from pg_locks
        where locktype = 'relation' and relation = 'tagging'::regclass and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database());
        if open > 1 then insert into ${name} values (open); end if;
        perform pg_sleep(0.05);
        looks := looks + 1;
      end loop;
      if new.subscriber_id = ${failing} then raise exception 'a fault'; end if;
      return new;
    end $$;
    create trigger ${name} before insert on tagging for each row when (new.account_id = ${ctx.account_id}) execute function ${name}()`)
  onTestFinished(async () => {
    await pool.query(`drop function ${name} cascade; drop table ${name}`)
  })
  expect(await advanceAutomation(ctx, { id, work_ms: 600_000, most: 4 })).toEqual({ state: 'finished' })
  expect((await pool.query(`select from ${name} where transactions > 1`)).rowCount).toBeGreaterThan(0)
  const runs = await runsOf(account, id)
  expect(runs.filter(({ state }) => state === 'completed')).toHaveLength(49)
  expect(runs.filter(({ state }) => state !== 'completed')).toMatchObject([
    { subscriber_id: failing, state: 'held', problem: expect.stringMatching(/error of the service/) },
  ])
  const taggings = await ctx.sql.rows<{ tag_id: number; times: number }>(
    'select tag_id, count(*)::int as times from tagging where account_id = $1 group by 1 order by 1',
  )
  expect(taggings.map(({ times }) => times)).toEqual([49, 49])
  const passed = await ctx.sql.rows<{ step_id: string; passed: number }>(
    `select step_id, sum(passed)::int as passed from automation_step_count where account_id = $1 and step_id in ('a', 'b') group by 1 order by 1`,
  )
  expect(passed).toEqual([
    { step_id: 'a', passed: 49 },
    { step_id: 'b', passed: 49 },
  ])
})

test('runs of one subscriber in two sets are moved one after the other, each once', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addNamed(account, ['Lin', 'Ada', 'Max'])
  const visits = (await createCustomField(ctx, { label: 'Visits' })).value
  const value = '{{ subscriber.visits | default: 0 | plus: 1 }}'
  const action = { type: 'set_field', custom_field_id: visits.id, value }
  const { id } = await liveAutomation(
    account,
    { steps: [{ id: 'a', kind: 'action', action, next: null }] },
    { reentry: 'always' },
  )
  for (let times = 0; times < 12; times++)
    await write(ctx, (tx) =>
      enter(tx, {
        automation_id: id,
        entries: ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} })),
      }),
    )
  // Runs whose subscriber the other transaction has locked are left for the next time.
  for (let left = 40; left > 0; left--)
    if ((await advanceAutomation(ctx, { id, work_ms: 60_000, most: 2 })).state === 'finished') break
  const runs = await runsOf(account, id)
  expect(runs).toHaveLength(36)
  expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['completed']))
  for (const subscriber_id of ids) expect((await getSubscriber(ctx, { id: subscriber_id })).fields.visits).toBe('12')
})
