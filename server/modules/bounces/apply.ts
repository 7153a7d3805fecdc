import { systemCtx, systemPool } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { type Candidate, holdBack } from '../delivery/bounces/brake.ts'
import { type DeliveryMark, markReported } from '../delivery/bounces/reported.ts'
import { countSoftBounces } from '../delivery/bounces/soft-bounces.ts'
import { addressTag } from '../delivery/tracking/return-path.ts'
import { markUnsubscribed } from '../delivery/tracking/unsubscribe.ts'
import { lockSubscribers } from '../subscribers/state/soft-bounces.ts'
import { type Cause, changeState } from '../subscribers/state/state.ts'
import { suppressAddresses } from '../subscribers/state/suppression.ts'
import { type Decision, decideReport, type Situation } from './policy.ts'
import {
  insertReports,
  type Report,
  type ReportOutcome,
  type ReportTarget,
  reportedAt,
  storableReport,
} from './reports.ts'

/** Reports per transaction. */
const MAX_REPORTS = 500

/**
 * Applies reports of any source, in one transaction per account and 500 reports. Applying a report again changes nothing. A report that
 * matches none of our messages changes nothing and is kept for a while. Returns the outcome of each report, in the same order.
 */
export async function applyReports(received: readonly Report[]): Promise<ReportOutcome[]> {
  const reports = received.map(storableReport)
  const accounts = await existingAccounts(reports)
  const outcomes = new Map<Report, ReportOutcome>()
  const by_account = Map.groupBy(reports, (report) => {
    const account_id = report.delivery?.account_id ?? report.account_id
    return account_id !== undefined && accounts.has(account_id) ? account_id : null
  })
  for (const [account_id, of_account] of by_account) {
    for (let from = 0; from < of_account.length; from += MAX_REPORTS) {
      const slice = of_account.slice(from, from + MAX_REPORTS)
      const applied = account_id === null ? await keepUnmatched(slice) : await applyToAccount(account_id, slice)
      for (const [report, outcome] of applied) outcomes.set(report, outcome)
    }
  }
  return reports.map((report) => outcomes.get(report) ?? 'repeated')
}

type Outcomes = Map<Report, ReportOutcome>

const keepUnmatched = (reports: readonly Report[]): Promise<Outcomes> =>
  write(systemCtx(SERVICE_ACCOUNT), async (tx) => {
    const added = await insertReports(tx, reports, { account_id: null, targets: new Map() })
    return new Map(added.map((report) => [report, 'unmatched']))
  })

function applyToAccount(account_id: number, reports: readonly Report[]): Promise<Outcomes> {
  return write(systemCtx(account_id), async (tx) => {
    const targets = await findTargets(tx, reports)
    const added = await insertReports(tx, reports, { account_id, targets })
    const concerned = added.flatMap((report) => targets.get(report) ?? [])
    await markReported(tx, marksOf(tx, concerned))
    await changeStates(tx, concerned, await countRuns(tx, concerned))
    await suppressComplainants(tx, concerned)
    return new Map(added.map((report) => [report, targets.get(report)?.outcome ?? 'unmatched']))
  })
}

interface Target extends ReportTarget {
  report: Report
  email_address: string
  is_current_address: boolean
}

/** Finds the messages and subscribers of the reports, and locks the subscribers. */
async function findTargets(tx: Tx, reports: readonly Report[]): Promise<Map<Report, Target>> {
  const rows = await tx.sql.rows<{ at: number; mail_id: number | null; subscriber_id: number }>(FIND, [
    JSON.stringify(
      reports.map(({ delivery, address }, at) => ({
        at,
        mail_id: delivery?.mail_id,
        subscriber_id: delivery?.subscriber_id,
        address: delivery || !address ? null : normalizeEmailAddress(address),
      })),
    ),
  ])
  const addresses = await lockSubscribers(tx, { ids: [...new Set(rows.map(({ subscriber_id }) => subscriber_id))] })
  const targets = new Map<Report, Target>()
  for (const { at, mail_id, subscriber_id } of rows) {
    const report = reports[at]
    const email_address = addresses.get(subscriber_id)
    if (!report || email_address === undefined) continue
    const is_current_address = isCurrent(report, email_address)
    const { delivery, transition } = decide(report, { is_current_address, soft_bounces: 0 })
    const outcome = delivery || transition ? 'applied' : 'ignored'
    const reason = is_current_address ? null : 'former_address'
    targets.set(report, { report, mail_id, subscriber_id, email_address, is_current_address, outcome, reason })
  }
  return targets
}

const decide = ({ kind }: Report, situation: Omit<Situation, 'kind'>): Decision => decideReport({ kind, ...situation })

/** SQL of a delivery by its key, or of the latest one to the address. */
const FIND = `select r.at, d.mail_id, d.subscriber_id
  from jsonb_to_recordset($2::jsonb) as r(at int, mail_id int, subscriber_id bigint)
    join delivery d on d.account_id = $1 and d.mail_id = r.mail_id and d.subscriber_id = r.subscriber_id and d.state <> 'excluded'
  union all
  select r.at, l.mail_id, s.id
  from jsonb_to_recordset($2::jsonb) as r(at int, address text)
    join subscriber s on s.account_id = $1 and s.email_address = r.address
    left join lateral (
      select d.mail_id from delivery d
      where d.account_id = $1 and d.subscriber_id = s.id and d.sent_at is not null order by d.sent_at desc limit 1
    ) l on true`

function isCurrent({ address_tag, address, names_recipient }: Report, email_address: string): boolean {
  if (address_tag !== undefined) return address_tag === addressTag(email_address)
  return (
    !names_recipient || address === undefined || normalizeEmailAddress(address) === normalizeEmailAddress(email_address)
  )
}

/** Returns the longest run of soft bounces of each subscriber who has one in this set. */
function countRuns(tx: Tx, targets: readonly Target[]): Promise<Map<number, number>> {
  const soft = targets.filter(({ report, is_current_address }) => report.kind === 'soft' && is_current_address)
  return countSoftBounces(tx, { subscriber_ids: soft.map((target) => target.subscriber_id) })
}

/** Returns one mark per delivery: the worst of its reports. */
function marksOf(tx: Tx, targets: readonly Target[]): DeliveryMark[] {
  const marks = new Map<string, DeliveryMark>()
  for (const { report, mail_id, subscriber_id, is_current_address } of targets) {
    const { delivery } = decide(report, { is_current_address, soft_bounces: 0 })
    if (mail_id === null || delivery === null) continue
    const key = `${mail_id}.${subscriber_id}`
    const at = reportedAt(tx, report)
    const mark = marks.get(key) ?? { mail_id, subscriber_id, bounce: null, is_complaint: false, at, detail: null }
    if (delivery === 'complained') mark.is_complaint = true
    else {
      if (mark.bounce !== 'hard') mark.bounce = delivery
      mark.detail ??= report.diagnostic ?? null
    }
    marks.set(key, mark)
  }
  return [...marks.values()]
}

const CAUSES = {
  // Complaints first, because a subscriber who complains and bounces in one set counts as a complainant.
  complain: 'complaint',
  unsubscribe: 'one_click',
  bounce: 'bounce',
} as const satisfies Record<NonNullable<Decision['transition']>, Cause>

async function changeStates(tx: Tx, targets: readonly Target[], runs: ReadonlyMap<number, number>): Promise<void> {
  for (const transition of ['complain', 'unsubscribe', 'bounce'] as const) {
    const concerned = targets.filter(({ report, subscriber_id, is_current_address }) => {
      const soft_bounces = runs.get(subscriber_id) ?? 0
      return decide(report, { is_current_address, soft_bounces }).transition === transition
    })
    for (const [mail_id, targets] of Map.groupBy(concerned, (target) => target.mail_id)) {
      const ids = transition === 'bounce' ? await holdBack(tx, targets.map(candidateOf)) : idsOf(targets)
      const moved = await changeState(tx, { ids, transition, cause: CAUSES[transition], mail_id })
      if (transition === 'unsubscribe' && mail_id !== null) {
        for (const subscriber_id of moved) await markUnsubscribed(tx, { mail_id, subscriber_id })
      }
    }
  }
}

const idsOf = (targets: readonly Target[]): number[] => [...new Set(targets.map(({ subscriber_id }) => subscriber_id))]

const candidateOf = ({ report, mail_id, subscriber_id, email_address }: Target): Candidate => ({
  id: subscriber_id,
  email_address,
  mail_id,
  status: report.status,
  text: report.diagnostic ?? '',
})

/** Suppresses addresses even if the state stays the same, as for an unsubscribed subscriber, so no sign-up can reactivate them. */
async function suppressComplainants(tx: Tx, targets: readonly Target[]): Promise<void> {
  const complained = targets.filter(
    ({ report, is_current_address }) =>
      decide(report, { is_current_address, soft_bounces: 0 }).transition === 'complain',
  )
  const email_addresses = [...new Set(complained.map(({ email_address }) => email_address))]
  await suppressAddresses(tx, { email_addresses, reason: 'complaint', source: 'complaint' })
}

async function existingAccounts(reports: readonly Report[]): Promise<Set<number>> {
  const named = reports.flatMap(({ delivery, account_id }) => delivery?.account_id ?? account_id ?? [])
  if (named.length === 0) return new Set()
  const { rows } = await systemPool().query<{ id: number }>('select id from account where id = any ($1::bigint[])', [
    [...new Set(named)],
  ])
  return new Set(rows.map(({ id }) => id))
}

export type { Report, ReportOutcome }
