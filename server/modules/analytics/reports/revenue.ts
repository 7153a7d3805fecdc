import type { Ctx } from '../../../core/context.ts'
import { type Change, CREDIT_DAYS, type ReportRange, type RevenueEmail, type RevenueReport } from '../report-schema.ts'
import { inSpans, resolveRange, spansOf } from './range.ts'

interface CreditRow {
  currency: string
  is_current: boolean
  /** Null: no email is credited. */
  kind: RevenueEmail['kind'] | null
  id: number | null
  parent_id: number | null
  subject: string | null
  purchases: number
  total: number
}

interface DayRow {
  day: string
  currency: string
  credited: number
  other: number
}

const MAX_EMAILS = 25

// $2 start of the first day, $3 start of the range, $4 its end, $5 time zone. Each purchase costs one look-up in the index of the buyer's
// events.
const CREDITED = `
  with credited as materialized (
    select p.currency, p.total, p.transaction_time, p.transaction_time >= $3 as is_current, c.mail_id
    from purchase p left join lateral (
      select e.mail_id from engagement e
      where e.account_id = $1 and e.subscriber_id = p.subscriber_id and e.kind = 'click' and not e.is_machine
        and e.occurred_at <= p.transaction_time and e.occurred_at > p.transaction_time - interval '${CREDIT_DAYS} days'
      order by e.occurred_at desc limit 1
    ) c on true
    where p.account_id = $1 and p.transaction_time >= $2 and p.transaction_time < $4 and p.status = 'paid'
  )`

/**
 * Returns the paid purchases of a range by currency, and their credited emails: for each purchase, the email with the buyer's last click in
 * the week before it. Clicks of machines never count.
 */
export async function getRevenue(ctx: Ctx, input: ReportRange): Promise<RevenueReport> {
  const { view, instants } = await resolveRange(ctx, input)
  const revenue = await ctx.sql.one<{ emails: CreditRow[]; days: DayRow[] }>(
    `${CREDITED}, summed as (
       select c.currency, c.is_current, m.kind::text as kind, coalesce(m.broadcast_id, m.sequence_email_id, m.automation_email_id) as id,
         count(*)::int as purchases, sum(c.total)::float8 as total
       from credited c left join mail m on m.account_id = $1 and m.id = c.mail_id group by 1, 2, 3, 4
     ), named as (
       select s.*, coalesce(e.sequence_id, a.automation_id) as parent_id, coalesce(b.subject, e.subject, a.subject) as subject
       from summed s
       left join broadcast b on s.kind = 'broadcast' and b.account_id = $1 and b.id = s.id
       left join sequence_email e on s.kind = 'sequence_email' and e.account_id = $1 and e.id = s.id
       left join automation_email a on s.kind = 'automation_email' and a.account_id = $1 and a.id = s.id
     ), daily as (
       select to_char(transaction_time at time zone $5, 'YYYY-MM-DD') as day, currency,
         coalesce(sum(total) filter (where mail_id is not null), 0)::float8 as credited,
         coalesce(sum(total) filter (where mail_id is null), 0)::float8 as other
       from credited where is_current group by 1, 2
     )
     select (select coalesce(json_agg(n), '[]') from named n) as emails, (select coalesce(json_agg(d), '[]') from daily d) as days`,
    [instants.first, instants.from, instants.end, view.time_zone],
  )
  const { emails = [], days = [] } = revenue ?? {}
  const isCompared = view.previous !== null
  const currencies = [...Map.groupBy(emails, ({ currency }) => currency)].map(([currency, rows]) => {
    const credited = rows.filter(({ kind }) => kind !== null)
    return {
      currency,
      purchases: change(rows, 'purchases', isCompared),
      total: change(rows, 'total', isCompared),
      credited_purchases: change(credited, 'purchases', isCompared),
      credited_total: change(credited, 'total', isCompared),
      points: inSpans(
        spansOf(view),
        days.filter((day) => day.currency === currency),
      ).map(({ rows: of_span, from, to }) => ({
        from,
        to,
        credited: money(of_span.map((day) => day.credited)),
        other: money(of_span.map((day) => day.other)),
      })),
      emails: emailsOf(credited, isCompared).slice(0, MAX_EMAILS),
    }
  })
  return { range: view, currencies: currencies.sort((a, b) => b.purchases.value - a.purchases.value) }
}

function emailsOf(rows: readonly CreditRow[], compares: boolean): RevenueEmail[] {
  return [...Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`).values()]
    .flatMap((of_email): RevenueEmail[] => {
      const [one] = of_email
      if (!one?.kind || one.id === null) return []
      const { kind, id, parent_id, subject } = one
      return [
        {
          kind,
          id,
          parent_id,
          subject: subject ?? '',
          purchases: change(of_email, 'purchases', compares),
          total: change(of_email, 'total', compares),
        },
      ]
    })
    .filter(({ purchases }) => purchases.value > 0)
    .sort((a, b) => b.total.value - a.total.value || b.purchases.value - a.purchases.value)
}

function change(rows: readonly CreditRow[], name: 'purchases' | 'total', compares: boolean): Change {
  const of = (isCurrent: boolean) => money(rows.filter((row) => row.is_current === isCurrent).map((row) => row[name]))
  return { value: of(true), previous: compares ? of(false) : null }
}

/** Adds amounts with four decimals without floating-point errors. */
const money = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 10_000), 0) / 10_000
