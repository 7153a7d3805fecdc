import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import type { AccountProblem } from '../accounts-schema.ts'

const DAY_MS = 86_400_000
const WINDOW_DAYS = 30
const MAX_PROBLEMS = 15
/** Maximum number of an account's rows that are read, newest first, and of subscribers that are counted. */
const NEWEST = 1_000

const subjectSql = (subject: string) => `coalesce(nullif(${subject}, ''), 'No subject')`

const number = (value: string) => `to_char(${value}, 'FM999,999,999,990')`

/** Each query selects kind, name, text and occurred_at. `$2` is the beginning of the window. */
const SOURCES = [
  `select 'broadcast' as kind, ${subjectSql('subject')} as name, problem as text, updated_at as occurred_at
   from broadcast where account_id = $1 and problem is not null and updated_at > $2`,
  `select 'sequence', ${subjectSql('e.subject')}, e.problem, e.updated_at
   from sequence_email e where e.account_id = $1 and e.problem is not null and e.deleted_at is null and e.updated_at > $2`,
  // Messages without a server's reply have a one-word reason, such as suppressed.
  `select 'messages', ${subjectSql('coalesce(b.subject, s.subject, a.subject)')}, concat(${number('m.failed')}, ' failed',
     ': ' || (select coalesce(d.detail, d.reason) from delivery d
       where d.account_id = $1 and d.mail_id = m.id and d.state = 'failed' limit 1)), m.started_at
   from (select * from mail where account_id = $1 order by id desc limit ${NEWEST}) m
   left join broadcast b on b.account_id = $1 and b.id = m.broadcast_id
   left join sequence_email s on s.account_id = $1 and s.id = m.sequence_email_id
   left join automation_email a on a.account_id = $1 and a.id = m.automation_email_id
   where m.failed > 0 and m.started_at > $2`,
  `select 'transport', ${subjectSql('coalesce(b.subject, s.subject, a.subject)')}, m.transport_error, m.started_at
   from (select * from mail where account_id = $1 order by id desc limit ${NEWEST}) m
   left join broadcast b on b.account_id = $1 and b.id = m.broadcast_id
   left join sequence_email s on s.account_id = $1 and s.id = m.sequence_email_id
   left join automation_email a on a.account_id = $1 and a.id = m.automation_email_id
   where m.transport_error is not null and m.started_at > $2`,
  `select 'automation', a.name, concat(${number('h.count')}, case when h.count = 1 then ' subscriber stuck: ' else ' subscribers stuck: ' end, h.problem), h.at
   from automation a cross join lateral (
     select count(*)::int as count, (array_agg(problem order by arrived_at desc))[1] as problem, max(arrived_at) as at
     from (select problem, arrived_at from automation_run r
       where r.account_id = $1 and r.automation_id = a.id and r.state = 'held' limit ${NEWEST}) held) h
   where a.account_id = $1 and h.count > 0`,
  `select 'import', filename, error, coalesce(completed_at, updated_at)
   from import where account_id = $1 and state = 'failed' and created_at > $2`,
  `select 'export', filename, error, coalesce(completed_at, updated_at)
   from export where account_id = $1 and state = 'failed' and created_at > $2`,
  `select 'bulk_request', r.operation, coalesce(r.error, concat(${number('r.failure_count')}, ' of ', ${number('r.item_count')}, ' failed')),
     coalesce(r.completed_at, r.created_at)
   from (select * from bulk_request where account_id = $1 order by id desc limit ${NEWEST}) r
   where (r.error is not null or r.failure_count > 0) and r.created_at > $2`,
  `select 'webhook', d.event_type, coalesce(w.error, 'Answered ' || w.response_status), coalesce(d.completed_at, d.created_at)
   from webhook_delivery d left join lateral (select error, response_status from webhook_attempt
     where account_id = $1 and delivery_id = d.id order by number desc limit 1) w on true
   where d.account_id = $1 and d.status = 'failed' and d.created_at > $2`,
]

const PROBLEMS = `select kind, name, text, ${isoSql('occurred_at')} as occurred_at
  from (${SOURCES.map((source) => `(${source} order by 4 desc limit ${MAX_PROBLEMS})`).join(' union all ')}) problems
  order by problems.occurred_at desc limit ${MAX_PROBLEMS}`

/** Returns the account's failures of the last 30 days, and what is blocked in its automations now, newest first. */
export const readProblems = (ctx: Ctx): Promise<AccountProblem[]> =>
  ctx.sql.rows<AccountProblem>(PROBLEMS, [new Date(+ctx.now() - WINDOW_DAYS * DAY_MS)])
