import { randomUUID } from 'node:crypto'
import { AppError } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { findPlugin, settingsFor } from '../../plugins/service.ts'
import { SettingValues } from '../../plugins/settings-schema.ts'
import { type Effect, failAll } from './outcome.ts'

/** Subscribers per request (contract 10.7). */
const SUBSCRIBERS = 100

/** Stores requests to the app for the job in apps/calls.ts. The runs wait for their results. */
export const callAction: Effect<'app_action'> = async (tx, set, { plugin_id, settings: chosen }) => {
  const settings = await findSettings(tx, plugin_id, chosen)
  if ('problem' in settings) return failAll(set, settings.problem, { retry: settings.retry })
  await tx.sql.run('delete from automation_call_run where account_id = $1 and run_id = any ($2::bigint[])', [
    set.runs.map(({ run_id }) => run_id),
  ])
  const calls = []
  for (let at = 0; at < set.runs.length; at += SUBSCRIBERS)
    calls.push({ id: randomUUID(), runs: set.runs.slice(at, at + SUBSCRIBERS) })
  await tx.sql.run(
    `with calls as (
       insert into automation_call (account_id, id, automation_id, step_id, plugin_id, settings, next_attempt_at, created_at)
       select $1, v.id, $2, $3, $4, $5::jsonb, $6, $6 from unnest($7::uuid[]) as v(id) returning id
     )
     insert into automation_call_run (account_id, run_id, call_id, subscriber_id)
     select $1, r.run_id, c.id, r.subscriber_id
     from jsonb_to_recordset($8::jsonb) as r(run_id bigint, call_id uuid, subscriber_id bigint) join calls c on c.id = r.call_id`,
    [
      set.automation_id,
      set.step_id,
      plugin_id,
      JSON.stringify(settings.values),
      tx.now(),
      calls.map(({ id }) => id),
      JSON.stringify(
        calls.flatMap(({ id, runs }) =>
          runs.map(({ run_id, subscriber_id }) => ({ run_id, call_id: id, subscriber_id })),
        ),
      ),
    ],
  )
  tx.emit('automation.calls_queued', { automation_id: set.automation_id })
  return new Map()
}

async function findSettings(
  tx: Tx,
  plugin_id: number,
  chosen: Record<string, unknown>,
): Promise<{ values: SettingValues } | { problem: string; retry: boolean }> {
  try {
    const plugin = await findPlugin(tx, { plugin_id, kind: 'automation_action' })
    return { values: settingsFor(plugin, SettingValues.parse(chosen)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The app may be reinstalled later.
    if (error.code === 'not_found') return { problem: NOT_INSTALLED, retry: true }
    return { problem: `${error.messages.join('. ')}.`, retry: false }
  }
}

const NOT_INSTALLED = 'The app of this step is not installed. Install it again, or choose another step.'
