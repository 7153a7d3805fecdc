import type { Tx } from '../../../core/write/write.ts'
import { normalizeEmailAddress } from '../../../lib/text/email-address.ts'
import { idOfTime, onlyNew, type ReportedEvent } from './app-events.ts'
import { noteEvents } from './events.ts'
import type { Pulled } from './pulled-schema.ts'

export interface PulledPage {
  /** Null: the entry cannot be read. */
  subscribers: readonly (Pulled | null)[]
  has_next_page: boolean
  end_cursor: string | null
}

interface Node {
  automation_id: number
  step_id: string
  plugin_id: number
  settings_key: string
  settings: Record<string, unknown>
}

interface AppEvent extends ReportedEvent {
  at: Date
}

/** Records the events of a page for the node. Returns counts of known and unknown subscribers. */
export async function recordPage(
  tx: Tx,
  node: Node,
  { subscribers }: PulledPage,
): Promise<{ recorded: number; unknown: number }> {
  const events = await findEvents(tx, subscribers)
  const unknown = subscribers.length - events.length
  if (events.length === 0) return { recorded: 0, unknown }
  const fresh = await onlyNew(tx, {
    plugin_id: node.plugin_id,
    receiver: node,
    events: await onlyOpen(tx, node, events),
  })
  await noteEvents(tx, {
    type: 'app_event',
    object: String(node.plugin_id),
    events: fresh,
    data: { settings: node.settings, node: { automation_id: node.automation_id, step_id: node.step_id } },
  })
  return { recorded: events.length, unknown }
}

/** Returns events of existing subscribers. An event dated in the future happens now. */
async function findEvents(tx: Tx, pulled: readonly (Pulled | null)[]): Promise<AppEvent[]> {
  const addressed = pulled.flatMap((one) => {
    const address = one && normalizeEmailAddress(one.email_address)
    return address ? [{ ...one, address }] : []
  })
  const rows = await tx.sql.rows<{ id: number; email_address: string }>(
    'select id, email_address from subscriber where account_id = $1 and email_address = any ($2::text[])',
    [[...new Set(addressed.map(({ address }) => address))]],
  )
  const ids = new Map(rows.map(({ id, email_address }) => [email_address, id]))
  return addressed.flatMap(({ address, occurred_at, event_id }) => {
    const subscriber_id = ids.get(address)
    if (subscriber_id === undefined) return []
    const at = new Date(Math.min(+tx.now(), occurred_at ? +new Date(occurred_at) : +tx.now()))
    return [{ subscriber_id, at, event_id: event_id ?? (occurred_at ? idOfTime(new Date(occurred_at)) : null) }]
  })
}

/**
 * Drops events that cannot let anyone enter: before the automation listened or the app was installed, and during a pause. At later steps,
 * events count from each subscriber's arrival.
 */
async function onlyOpen(
  tx: Tx,
  { automation_id, step_id, plugin_id, settings_key }: Node,
  events: readonly AppEvent[],
) {
  const entry = await tx.sql.one<{ since: Date; pauses: [string, string][] }>(
    `select greatest(p.since, (select max(i.installed_at) from installation i join app_plugin g on g.app_id = i.app_id
         where i.account_id = $1 and g.id = $4 and i.state = 'installed')) as since, a.pauses
     from automation_pull p join automation a on a.account_id = p.account_id and a.id = p.automation_id
     where p.account_id = $1 and p.automation_id = $2 and p.step_id = $3 and p.plugin_id = $4 and p.settings_key = $5
       and exists (select from automation_listener l where l.account_id = $1 and l.automation_id = $2 and l.step_id = $3
         and l.purpose = 'entry')`,
    [automation_id, step_id, plugin_id, settings_key],
  )
  if (!entry) return events
  const pauses = entry.pauses.map(([from, to]) => [+new Date(from), +new Date(to)] as const)
  return events.filter(({ at }) => at >= entry.since && !pauses.some(([from, to]) => +at >= from && +at < to))
}
