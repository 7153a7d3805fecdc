import type { Tx } from '../../../core/write/write.ts'

/** Identifies an event without an id by its time. */
export const idOfTime = (at: Date): string => `at ${at.toISOString()}`

export interface ReportedEvent {
  subscriber_id: number
  /** Null: the event has no id. */
  event_id: string | null
}

/** One node that pulls events, or every node of the plugin, with certain settings or any. */
type Receiver = { automation_id: number; step_id: string; settings_key: string } | { settings: object | undefined }

/** Removes events that the receiver was told before, pulled or pushed, and remembers the rest. */
export async function onlyNew<E extends ReportedEvent>(
  tx: Tx,
  { plugin_id, receiver, events }: { plugin_id: number; receiver: Receiver; events: readonly E[] },
): Promise<E[]> {
  const named = events.flatMap(({ subscriber_id, event_id }) => (event_id === null ? [] : { subscriber_id, event_id }))
  if (named.length === 0) return [...events]
  const rows = await tx.sql.rows<{ subscriber_id: number; event_id: string }>(
    `insert into automation_app_event (account_id, subscriber_id, plugin_id, event_id, node, at)
     select distinct $1::int, v.subscriber_id, $2::int, v.event_id, r.node, $4::timestamptz
     from jsonb_to_recordset($3::jsonb) as v(subscriber_id bigint, event_id text),
       (select coalesce($5, '=' || md5(($6::jsonb)::text), '') as node) r
     where not exists (select from automation_app_event e where e.account_id = $1 and e.subscriber_id = v.subscriber_id
       and e.plugin_id = $2 and e.event_id = v.event_id and ${WAS_TOLD})
     order by 2, 4 on conflict do nothing returning subscriber_id, event_id`,
    [
      plugin_id,
      JSON.stringify(named),
      tx.now(),
      'step_id' in receiver ? `${receiver.automation_id} ${receiver.step_id} ${receiver.settings_key}` : null,
      'step_id' in receiver || !receiver.settings ? null : JSON.stringify(receiver.settings),
    ],
  )
  const left = new Set(rows.map(({ subscriber_id, event_id }) => `${subscriber_id} ${event_id}`))
  // Also drop duplicates within the page.
  return events.filter(
    ({ subscriber_id, event_id }) => event_id === null || left.delete(`${subscriber_id} ${event_id}`),
  )
}

/** Keys of pulling nodes, and of pushes limited to settings, end with the key of the settings. Other pushes have an empty key. */
const WAS_TOLD = `(e.node in (r.node, '') or r.node = ''
  or right(e.node, 32) = right(r.node, 32) and '=' in (left(e.node, 1), left(r.node, 1)))`
