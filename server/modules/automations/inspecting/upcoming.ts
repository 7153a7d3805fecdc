import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { renderSubjects } from '../../subscribers/list/subjects.ts'
import { behind } from '../flow-schema.ts'
import { Graph, type Step } from '../graph-schema.ts'
import type { UpcomingEmail } from '../inspecting-schema.ts'
import { emailIdOf } from '../publishing/objects.ts'
import { randomBranch } from '../running/decide.ts'
import { endOfWait, type Pause } from '../running/wait.ts'

const MAX_RUNS = 50
const MAX_EMAILS = 50
/** Maximum number of steps followed in one run, because loops have no end. */
const MAX_STEPS = 100

interface Row {
  run_id: number
  subscriber_id: number
  automation_id: number
  automation_name: string
  is_paused: boolean
  pauses: Pause[]
  state: 'ready' | 'waiting'
  step_id: string | null
  arrived_at: Date
  exit: string | null
  account_zone: string
  subscriber_zone: string | null
  paused_until: Date | null
  graph: unknown
  subjects: Record<string, string>
}

/**
 * Returns the upcoming automation emails of a subscriber, soonest first, as far as they are certain: up to the next condition, split by tag
 * or field, event or app call. Empty if they cannot be emailed. Emails of paused automations have no time.
 */
export async function listUpcomingEmails(
  ctx: Ctx,
  { subscriber_id }: { subscriber_id: number },
): Promise<UpcomingEmail[]> {
  const rows = await ctx.sql.rows<Row>(
    `select r.id as run_id, r.subscriber_id, r.automation_id, a.name as automation_name, a.state = 'paused' as is_paused, a.pauses, r.state,
       r.step_id, r.arrived_at, r.exit, c.time_zone as account_zone, s.time_zone as subscriber_zone, s.paused_until, v.graph,
       (select coalesce(json_object_agg(e.email_id, e.subject), '{}') from automation_version_email e
         where e.account_id = $1 and e.automation_id = r.automation_id and e.version = r.version) as subjects
     from automation_run r join subscriber s on s.account_id = $1 and s.id = r.subscriber_id and s.state = 'active'
       join automation a on a.account_id = $1 and a.id = r.automation_id and a.deleted_at is null
       join automation_version v on v.account_id = $1 and v.automation_id = r.automation_id and v.version = r.version
       join account c on c.id = $1
     where r.account_id = $1 and r.subscriber_id = $2 and r.state in ('ready', 'waiting') order by r.id desc limit ${MAX_RUNS}`,
    [subscriber_id],
  )
  const upcoming = rows.flatMap((row) => ahead(row, ctx.now()))
  const shown = upcoming.sort((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9')).slice(0, MAX_EMAILS)
  if (shown.length === 0) return []
  const subjects = await renderSubjects(ctx, { subscriber_id, subjects: shown.map(({ subject }) => subject) })
  return shown.map((email, at) => ({ ...email, subject: subjects[at] ?? email.subject }))
}

function ahead(run: Row, now: Date): UpcomingEmail[] {
  const steps = new Map(Graph.parse(run.graph).steps.map((step) => [step.id, step]))
  const emails: UpcomingEmail[] = []
  let [id, at, arrived] = [run.step_id, now, run.arrived_at]
  for (let count = 0; count < MAX_STEPS; count++) {
    const step = id === null ? undefined : steps.get(id)
    if (!step) break
    const passed = pass(step, run, { at, arrived, exit: count === 0 ? run.exit : null })
    if (!passed) break
    at = passed.at
    const email_id = step.kind === 'action' ? emailIdOf(step.action) : undefined
    if (email_id !== undefined) emails.push(emailOf(run, { step_id: step.id, email_id, at }))
    id = passed.next
    arrived = at
  }
  return emails
}

interface Passed {
  next: string | null
  at: Date
}

/** Returns when a subscriber leaves a step, and the next step. Undefined if uncertain. */
function pass(
  step: Step,
  run: Row,
  { at, arrived, exit }: { at: Date; arrived: Date; exit: string | null },
): Passed | undefined {
  switch (step.kind) {
    case 'wait': {
      const end = endOfWait(step, { ...run, at: arrived })
      return { next: step.next, at: end && end > at ? end : at }
    }
    case 'wait_for_event':
      // The event happened, and the next worker moves the subscriber.
      return exit === null ? undefined : { next: behind(step, exit), at }
    case 'goal':
      return { next: step.next, at }
    case 'random_split': {
      const branch = randomBranch(step.branches, { step_id: step.id, subscriber_id: run.subscriber_id })
      return branch && { next: branch.next, at }
    }
    case 'action': {
      const { type } = step.action
      if (type === 'unsubscribe' || (type === 'app_action' && exit === null)) return undefined
      return { next: step.next, at }
    }
    default:
      return undefined
  }
}

const emailOf = (
  { run_id, automation_id, automation_name, is_paused, paused_until, subjects }: Row,
  { step_id, email_id, at }: { step_id: string; email_id: number; at: Date },
): UpcomingEmail => ({
  run_id,
  automation_id,
  automation_name,
  step_id,
  email_id,
  subject: subjects[email_id] ?? '',
  due_at: is_paused ? null : iso(at),
  skipped: paused_until !== null && paused_until > at ? 'paused' : null,
})
