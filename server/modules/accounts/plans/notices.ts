import { systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import type { Expired } from '../../../db/purge.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { notify, type Told } from '../../notifications/notify.ts'
import { DUE_AT, type LAPSES } from './due.ts'
import { limitEmail, planEndedEmail, trialEndingEmail } from './emails.ts'

const BEFORE_MS = 3 * 86_400_000
/** Notices per batch; each is a transaction with its emails. */
const ROWS = 100

/** Queues a notice for each trial that ends within three days, once per trial. */
export async function noteEndingTrials({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  for (let noted = ROWS; noted === ROWS; ) {
    if (budget?.has_more) return
    noted = (await systemPool().query(NOTE, [now, new Date(+now + BEFORE_MS), ROWS])).rowCount ?? 0
    if (noted === ROWS && budget?.isSpent()) return
  }
}

const NOTE = `
  insert into plan_notice (account_id, kind, about, plan, created_at)
  select a.id, 'trial_ending', a.trial_lapse_date, coalesce(p.name, a.plan_type), $1
  from account a left join plan p on p.key = a.plan_type
  where ${DUE_AT} <= $2 and a.is_trial_open and a.trial_lapse_date > $1 and a.trial_lapse_date <= $2
    and a.renews_at is null and a.cancels_at is null
    and not exists (select from plan_notice n where n.account_id = a.id and n.kind = 'trial_ending' and n.about = a.trial_lapse_date)
  order by a.id limit $3 on conflict do nothing`

interface Notice {
  account_id: number
  kind: 'trial_ending' | keyof typeof LAPSES
  about: Date
  plan: string
  name: string
  time_zone: string
}

/** Sends the queued notices to members. Each is sent once, because the notification and the mark are written in one transaction. */
export async function sendPlanNotices({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  for (;;) {
    if (budget?.has_more) return
    const { rows } = await systemPool().query<Notice>(
      `select n.account_id, n.kind, n.about, n.plan, a.name, a.time_zone from plan_notice n join account a on a.id = n.account_id
       where n.queued_at is null order by n.account_id limit ${ROWS}`,
    )
    for (const notice of rows) await sendNotice(notice, now)
    if (rows.length < ROWS || budget?.isSpent()) return
  }
}

const sendNotice = ({ account_id, kind, about, ...notice }: Notice, now: Date): Promise<void> =>
  write({ ...systemCtx(account_id), now: () => now }, async (tx) => {
    const claimed = await tx.sql.run(
      'update plan_notice set queued_at = $2 where account_id = $1 and kind = $3 and about = $4 and queued_at is null',
      [now, kind, about],
    )
    // A warning sent after the end of the trial would arrive after the notice of the end.
    if (claimed === 0 || (kind === 'trial_ending' && about <= now)) return
    const isEnding = kind === 'trial_ending'
    await notify(tx, {
      kind: isEnding ? 'trial_ending' : 'plan_ended',
      key: `${kind} ${about.toISOString()}`,
      path: '/settings/plan',
      email: () =>
        kind === 'trial_ending' ? trialEndingEmail({ about, ...notice }) : planEndedEmail({ kind, ...notice }),
    })
  })

/** Share of the limit from which a warning is due. */
const NEAR = 0.9

interface LimitState {
  account_id: number
  subscriber_limit: number
  active: number
}

/**
 * Notifies members that the subscriber limit is nearly or fully reached, once per month and limit, for the next accounts after this id.
 * Counts are up to ten minutes old. Returns the id to continue after, null at the end.
 */
export async function noteLimits({ now, after }: { now: Date; after: number }): Promise<number | null> {
  const { rows } = await systemPool().query<LimitState>(
    `select a.id as account_id, a.subscriber_limit, a.active_subscribers as active from account a
     where a.id > $1 and a.subscriber_limit > 0 and a.active_subscribers >= ceil(a.subscriber_limit * ${NEAR}) and a.deletes_at is null
       and not exists (select from notification n where n.account_id = a.id and n.key = ${LIMIT_KEY})
     order by a.id limit ${ROWS}`,
    [after, monthOf(now)],
  )
  for (const { account_id, ...limit } of rows)
    await write({ ...systemCtx(account_id), now: () => now }, (tx) => notify(tx, toldOfLimit(limit, now)))
  return rows.length < ROWS ? null : (rows.at(-1)?.account_id ?? null)
}

/** SQL of the key that `notify` stores for `toldOfLimit`. */
const LIMIT_KEY = `case when a.active_subscribers >= a.subscriber_limit then 'plan_limit_reached ' else 'plan_limit_near ' end
  || a.subscriber_limit || ' ' || $2`

const monthOf = (now: Date) => now.toISOString().slice(0, 7)

function toldOfLimit({ subscriber_limit, active }: Omit<LimitState, 'account_id'>, now: Date): Told {
  const isReached = active >= subscriber_limit
  return {
    kind: isReached ? 'plan_limit_reached' : 'plan_limit_near',
    key: `${subscriber_limit} ${monthOf(now)}`,
    path: '/settings/plan',
    email: () => limitEmail({ subscriber_limit, active }),
  }
}

/** Kept long enough that no notice is sent twice. */
export const EXPIRED_PLAN_NOTICES: readonly Expired[] = [
  { table: 'plan_notice', where: 'queued_at < $1', kept_days: 400 },
]
