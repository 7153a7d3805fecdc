import type { Tx } from '../../../core/write/write.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { previewVariables, readsEvent } from '../../../mail/liquid/template.ts'
import { loadTags } from '../../delivery/sending/check-rows.ts'
import type { EventProperties } from '../schema.ts'
import type { RunSet } from './outcome.ts'

/** Returns subscriber data for templates, including accepted values that are not written yet. */
export async function readTemplateSubscribers(
  tx: Tx,
  ids: readonly number[],
  { with_tags }: { with_tags: boolean },
): Promise<TemplateSubscriber[]> {
  const rows = await tx.sql.rows<TemplateSubscriber>(
    `select id, email_address, first_name, fields || coalesce(queued_fields, '{}') as fields, tracking_disabled, city, region, country
     from subscriber where account_id = $1 and id = any ($2::bigint[]) order by id`,
    [ids],
  )
  if (with_tags) await loadTags(tx, rows)
  return rows
}

/** Adds the properties of the event that each run's subscriber entered or moved by. */
export async function addEvents(
  tx: Tx,
  { runs }: Pick<RunSet, 'runs'>,
  rows: readonly TemplateSubscriber[],
): Promise<void> {
  const events = await loadEvents(tx, runs)
  const runs_by_subscriber = new Map(runs.map(({ subscriber_id, run_id }) => [subscriber_id, run_id]))
  for (const row of rows) row.event = events.get(runs_by_subscriber.get(row.id) ?? 0)
}

/** Returns the properties of the last event of each run, if it had any. */
export async function loadEvents(tx: Tx, runs: RunSet['runs']): Promise<Map<number, EventProperties>> {
  const rows = await tx.sql.rows<{ id: number; event: EventProperties }>(
    'select id, event from automation_run where account_id = $1 and id = any ($2::bigint[]) and event is not null',
    [runs.map(({ run_id }) => run_id)],
  )
  return new Map(rows.map(({ id, event }) => [id, event]))
}

/** Throws LiquidError for a template that does not parse. */
export function usesOf(source: string): { tags: boolean; event: boolean } {
  const paths = previewVariables(source)
  return { tags: paths.some((path) => path.startsWith('subscriber.tags')), event: paths.some(readsEvent) }
}
