import { Graph, type Step } from '../graph-schema.ts'
import type { ComingEmails } from '../inspecting-schema.ts'
import { emailIdOf } from '../publishing/objects.ts'

/** Maximum number of due subscribers read in each automation. */
export const MAX_DUE = 2_000
const MAX_AUTOMATIONS = 50
/** Maximum number of versions read, those with the most due subscribers first: each loads its graph. */
const MAX_VERSIONS = 20
/** Maximum number of steps followed to the next email, because loops have no end. */
const MAX_STEPS = 100

/** Subscribers of a version who leave their step soon, by step. */
export interface ComingVersion {
  id: number
  name: string
  graph: unknown
  due: { step_id: string; count: number }[]
  is_more: boolean
}

/**
 * SQL of live automations' versions with subscribers who leave a wait, or are due an email, within seven days. `$1`: the account, `$2`:
 * now. Reads a bounded part of `automation_run_due_idx` per automation.
 */
export const COMING_SQL = `
  select a.id, a.name, v.graph, d.due, d.is_more
  from (
    select id, name from automation where account_id = $1 and state = 'live' and deleted_at is null order by id desc limit ${MAX_AUTOMATIONS}
  ) a
  cross join lateral (
    select s.version, sum(s.count) as total, jsonb_agg(jsonb_build_object('step_id', s.step_id, 'count', s.count)) as due, bool_or(s.is_more) as is_more
    from (
      select r.version, r.step_id, count(*) as count, bool_or(r.looked_at = ${MAX_DUE}) as is_more
      from (
        select x.*, count(*) over () as looked_at from (
          select version, step_id, state from automation_run
          where account_id = $1 and automation_id = a.id and ended_at is null and due_at is not null
            and due_at < $2::timestamptz + interval '7 days' order by due_at, id limit ${MAX_DUE}
        ) x
      ) r where r.state in ('ready', 'waiting') and r.step_id is not null group by r.version, r.step_id
    ) s group by s.version
  ) d
  join automation_version v on v.account_id = $1 and v.automation_id = a.id and v.version = d.version
  order by d.total desc, a.id limit ${MAX_VERSIONS}`

/** Counts subscribers whose next email is certain: no other wait, condition, split, event or app call precedes it. Highest count first. */
export function countComing(versions: readonly ComingVersion[]): ComingEmails[] {
  const coming = new Map<number, ComingEmails>()
  for (const { id, name, graph, due, is_more } of versions) {
    const read = Graph.safeParse(graph)
    // Skip an unreadable graph, so the home page shows the others.
    if (!read.success) continue
    const steps = new Map(read.data.steps.map((step) => [step.id, step]))
    const count = due.reduce((sum, at) => (leadsToEmail(steps, at.step_id) ? sum + at.count : sum), 0)
    if (count === 0) continue
    const before = coming.get(id)
    coming.set(id, { id, name, due: count + (before?.due ?? 0), is_more: is_more || (before?.is_more ?? false) })
  }
  return [...coming.values()].sort((one, other) => other.due - one.due || one.id - other.id)
}

/** Returns whether an email follows a step before any other wait or decision. */
function leadsToEmail(steps: ReadonlyMap<string, Step>, from: string): boolean {
  let id: string | null = from
  for (let count = 0; id !== null && count < MAX_STEPS; count++) {
    const step = steps.get(id)
    if (step?.kind === 'wait' ? count > 0 : step?.kind !== 'action' && step?.kind !== 'goal') return false
    if (step?.kind === 'action') {
      if (emailIdOf(step.action) !== undefined) return true
      if (step.action.type === 'unsubscribe' || step.action.type === 'app_action') return false
    }
    id = step && 'next' in step ? step.next : null
  }
  return false
}
