import { expect, test } from 'vitest'
import { testEngines, until } from '../testing/harness.ts'
import { nextTick } from './cron.ts'

const { start, runs, pool } = testEngines()

const next = (schedule: string, time_zone: string, after: string) =>
  nextTick({ schedule, time_zone }, new Date(after)).toISOString()

test('the next tick is counted in the time zone of the schedule, through changes of the clock', () => {
  expect(next('0 9 * * *', 'UTC', '2026-01-01T09:00:00Z')).toBe('2026-01-02T09:00:00.000Z')
  expect(next('0 9 * * *', 'Europe/Paris', '2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(next('0 9 * * *', 'Europe/Paris', '2026-10-24T12:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
  expect(next('30 9 * * 1', 'America/New_York', '2026-06-01T00:00:00Z')).toBe('2026-06-01T13:30:00.000Z')
  expect(next('* * * * *', 'UTC', '2026-01-01T00:00:59.999Z')).toBe('2026-01-01T00:01:00.000Z')
})

test('two workers start each tick once, and a third one later does not repeat any', async () => {
  const build = (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'tick', triggers: [{ cron: 'TZ=Europe/Paris * * * * * *' }] }, ({ event }) => event),
  ]
  await Promise.all([start(build), start(build)])
  await until(async () => (await runs('tick')).filter(({ state }) => state === 'completed').length >= 2, 'two ticks')
  await start(build)
  const ticks = await until(async () => {
    const done = (await runs('tick')).filter(({ state }) => state === 'completed')
    return done.length >= 3 && done
  }, 'three ticks')
  const fired = ticks.map(
    ({ output }) => output as { name: string; id: string; data: { cron: string; scheduledAt: string } },
  )
  expect(fired[0]).toMatchObject({ name: 'inngest/scheduled.timer', data: { cron: 'TZ=Europe/Paris * * * * * *' } })
  expect(new Set(fired.map(({ id }) => id)).size).toBe(fired.length)
  expect(fired.every(({ id, data }) => id === data.scheduledAt && id.endsWith('.000Z'))).toBe(true)
})

test('of the ticks missed in a pause one is made up for; a schedule that was removed starts nothing', async () => {
  const build = (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'daily', triggers: [{ cron: '0 0 * * *' }] }, ({ event }) => event.id),
  ]
  const first = await start(build)
  await first.engine.stop(1_000)
  // As if nothing had run for ten days.
  const missed = new Date(Date.now() - 10 * 86_400_000).toISOString()
  const { rows } = await pool().query(
    `update pgboss.job set start_after = $1::timestamptz, data = data || jsonb_build_object('at', $2::text)
     where data ->> 'function_id' = 'test-daily' returning id`,
    [missed, missed],
  )
  expect(rows).toHaveLength(1)
  await start(build)
  const [made_up] = await until(async () => {
    const done = (await runs('daily')).filter(({ state }) => state === 'completed')
    return done.length > 0 && done
  }, 'the missed tick')
  expect(made_up?.output).toBe(missed)
  const pending = async () =>
    (
      await pool().query(
        `select start_after > now() as later from pgboss.job where data ->> 'function_id' = 'test-daily'`,
      )
    ).rows
  expect(await pending()).toEqual([{ later: true }])
  expect(await runs('daily')).toHaveLength(1)

  await pool().query(
    `update pgboss.job set start_after = now(), data = data || '{"cron": "5 5 * * *"}'
     where data ->> 'function_id' = 'test-daily'`,
  )
  await until(async () => (await pending()).length === 0, 'the tick of the removed schedule to be dropped')
  expect(await runs('daily')).toHaveLength(1)
})
