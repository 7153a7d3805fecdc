import { systemCtx, systemPool } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { type DeliveryMark, markReported, readSoftBounces } from '../delivery/bounces/reported.ts'
import { addressTag } from '../delivery/tracking/return-path.ts'
import type { MessageRef } from '../delivery/tracking/tokens.ts'
import { markUnsubscribed } from '../delivery/tracking/unsubscribe.ts'
import { lockSubscribers, saveSoftBounces } from '../subscribers/state/soft-bounces.ts'
import { type Cause, changeState } from '../subscribers/state/state.ts'
import { type Decision, decideReport, softBounceRuns } from './policy.ts'
import {
  insertReports,
  type KnownReport,
  type Report,
  type ReportOutcome,
  reportedAt,
  saveOutcomes,
} from './reports.ts'

/** Reports per transaction. */
const MOST_REPORTS = 500

/**
 * Applies reports of any source, in one transaction per account and 500 reports. Applying a report again changes nothing. A report
 * that names no message of ours changes nothing and is kept for a while. Returns the outcome of each report, in their order.
 */
export async function applyReports(reports: readonly Report[]): Promise<ReportOutcome[]> {
  const accounts = await existingAccounts(reports)
  const outcomes = new Map<Report, ReportOutcome>()
  const by_account = Map.groupBy(reports, (report) => {
    const account_id = report.delivery?.account_id ?? report.account_id
    return account_id !== undefined && accounts.has(account_id) ? account_id : null
  })
  for (const [account_id, of_account] of by_account) {
    for (let from = 0; from < of_account.length; from += MOST_REPORTS) {
      const slice = of_account.slice(from, from + MOST_REPORTS)
      const applied = account_id === null ? await keepUnmatched(slice) : await applyToAccount(account_id, slice)
      for (const [report, outcome] of applied) outcomes.set(report, outcome)
    }
  }
  return reports.map((report) => outcomes.get(report) ?? 'repeated')
}

type Outcomes = Map<Report, ReportOutcome>

const keepUnmatched = (reports: readonly Report[]): Promise<Outcomes> =>
  write(systemCtx(0), async (tx) => {
    const added = await insertReports(tx, reports, { account_id: null })
    return new Map(added.map(({ report }) => [report, 'unmatched']))
  })

function applyToAccount(account_id: number, reports: readonly Report[]): Promise<Outcomes> {
  return write(systemCtx(account_id), async (tx) => {
    const added = await insertReports(tx, reports, { account_id })
    const targets = await findTargets(tx, added)
    const decided = await decide(tx, targets)
    await markReported(tx, marksOf(tx, decided))
    await changeStates(tx, decided)
    const outcomes: Outcomes = new Map()
    for (const { report } of added) outcomes.set(report, 'unmatched')
    for (const { report, decision } of decided) {
      outcomes.set(report, decision.delivery || decision.transition ? 'applied' : 'ignored')
    }
    await saveOutcomes(tx, added, targets, outcomes)
    return outcomes
  })
}

/** A report whose subscriber exists. `mail_id` is null if only the address is known and no email was sent to it. */
interface Target {
  report: Report
  mail_id: number | null
  subscriber_id: number
  is_current_address: boolean
}

interface Decided extends Target {
  decision: Decision
}

/** Finds what the reports are about and locks the subscribers. */
async function findTargets(tx: Tx, added: readonly KnownReport[]): Promise<Target[]> {
  const found = await tx.sql.rows<{ id: number; mail_id: number | null; subscriber_id: number }>(FIND, [
    JSON.stringify(
      added.map(({ id, report: { delivery, address } }) => ({
        id,
        mail_id: delivery?.mail_id,
        subscriber_id: delivery?.subscriber_id,
        address: delivery ? null : address?.toLowerCase(),
      })),
    ),
  ])
  const addresses = await lockSubscribers(tx, { ids: [...new Set(found.map(({ subscriber_id }) => subscriber_id))] })
  const report_of = new Map(added.map(({ id, report }) => [id, report]))
  return found.flatMap(({ id, mail_id, subscriber_id }) => {
    const report = report_of.get(id)
    const email_address = addresses.get(subscriber_id)
    if (!report || email_address === undefined) return []
    return [{ report, mail_id, subscriber_id, is_current_address: isCurrent(report, email_address) }]
  })
}

/** A delivery by its key, or the latest one to the address. */
const FIND = `select r.id, d.mail_id, d.subscriber_id
  from jsonb_to_recordset($2::jsonb) as r(id bigint, mail_id int, subscriber_id bigint)
    join delivery d on d.account_id = $1 and d.mail_id = r.mail_id and d.subscriber_id = r.subscriber_id and d.state <> 'excluded'
  union all
  select r.id, l.mail_id, s.id
  from jsonb_to_recordset($2::jsonb) as r(id bigint, address text)
    join subscriber s on s.account_id = $1 and s.email_address = r.address
    left join lateral (
      select d.mail_id from delivery d
      where d.account_id = $1 and d.subscriber_id = s.id and d.sent_at is not null order by d.sent_at desc limit 1
    ) l on true`

function isCurrent({ address_tag, address, names_recipient }: Report, email_address: string): boolean {
  if (address_tag !== undefined) return address_tag === addressTag(email_address)
  return !names_recipient || address === undefined || address.toLowerCase() === email_address
}

/** Decides about all reports. Soft bounces are counted with those of this set. */
async function decide(tx: Tx, targets: readonly Target[]): Promise<Decided[]> {
  const soft = targets.filter(({ report, is_current_address }) => report.kind === 'soft' && is_current_address)
  const runs = new Map<number, number>()
  if (soft.length > 0) {
    await markReported(
      tx,
      marksOf(
        tx,
        soft.map((target) => ({ ...target, decision: decideSoft(target) })),
      ),
    )
    const outcomes = await readSoftBounces(tx, {
      subscriber_ids: [...new Set(soft.map((target) => target.subscriber_id))],
    })
    const counts = [...outcomes].map(([id, of_subscriber]) => ({ id, ...softBounceRuns(of_subscriber) }))
    for (const { id, longest } of counts) runs.set(id, longest)
    await saveSoftBounces(tx, { counts: counts.map(({ id, latest }) => ({ id, soft_bounces: latest })) })
  }
  return targets.map((target) => ({
    ...target,
    decision: decideReport({
      kind: target.report.kind,
      is_current_address: target.is_current_address,
      soft_bounces: runs.get(target.subscriber_id) ?? 0,
    }),
  }))
}

const decideSoft = ({ is_current_address }: Target): Decision =>
  decideReport({ kind: 'soft', is_current_address, soft_bounces: 0 })

/** One mark per delivery: the worst of its reports. */
function marksOf(tx: Tx, decided: readonly Decided[]): DeliveryMark[] {
  const marks = new Map<string, DeliveryMark>()
  for (const { report, mail_id, subscriber_id, decision } of decided) {
    if (mail_id === null || decision.delivery === null) continue
    const key = `${mail_id}.${subscriber_id}`
    const at = reportedAt(tx, report)
    const mark = marks.get(key) ?? { mail_id, subscriber_id, bounce: null, is_complaint: false, at, detail: null }
    if (decision.delivery === 'complained') mark.is_complaint = true
    else {
      if (mark.bounce !== 'hard') mark.bounce = decision.delivery
      mark.detail ??= report.diagnostic ?? null
    }
    marks.set(key, mark)
  }
  return [...marks.values()]
}

const CAUSES = {
  // Complaints first: a subscriber who complains and bounces in one set has complained.
  complain: 'complaint',
  unsubscribe: 'one_click',
  bounce: 'bounce',
} as const satisfies Record<NonNullable<Decision['transition']>, Cause>

async function changeStates(tx: Tx, decided: readonly Decided[]): Promise<void> {
  for (const transition of ['complain', 'unsubscribe', 'bounce'] as const) {
    const concerned = decided.filter(({ decision }) => decision.transition === transition)
    for (const [mail_id, targets] of Map.groupBy(concerned, (target) => target.mail_id)) {
      const ids = [...new Set(targets.map(({ subscriber_id }) => subscriber_id))]
      const moved = await changeState(tx, { ids, transition, cause: CAUSES[transition], mail_id })
      if (transition === 'unsubscribe' && mail_id !== null) {
        for (const subscriber_id of moved) await markUnsubscribed(tx, { mail_id, subscriber_id })
      }
    }
  }
}

async function existingAccounts(reports: readonly Report[]): Promise<Set<number>> {
  const named = reports.flatMap(({ delivery, account_id }) => delivery?.account_id ?? account_id ?? [])
  if (named.length === 0) return new Set()
  const { rows } = await systemPool().query<{ id: number }>('select id from account where id = any ($1::bigint[])', [
    [...new Set(named)],
  ])
  return new Set(rows.map(({ id }) => id))
}

export type { MessageRef, Report, ReportOutcome }
