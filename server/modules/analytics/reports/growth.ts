import type { Ctx } from '../../../core/context.ts'
import { rowsSql } from '../../../db/statements/rows-sql.ts'
import { netOf } from '../net-growth.ts'
import type { Change, GrowthReport, GrowthSource, ReportRange, Source } from '../report-schema.ts'
import { inSpans, resolveRange, spansOf } from './range.ts'

interface DayRow {
  day: string
  source: Source
  joined: number
  unsubscribed: number
  lost: number
}

interface SourceRow {
  source: Source
  form_id: number
  name: string | null
  is_current: boolean
  joined: number
  unsubscribed: number
  lost: number
}

/** Returns the subscribers who joined and left in a range by source, from the counted days. */
export async function getGrowth(ctx: Ctx, input: ReportRange): Promise<GrowthReport> {
  const { view, first, from, to } = await resolveRange(ctx, input)
  const counts = await ctx.sql.one<{ days: DayRow[]; sources: SourceRow[] }>(
    `select ${rowsSql(
      `select to_char(day, 'YYYY-MM-DD') as day, source, sum(joined)::int as joined, sum(unsubscribed)::int as unsubscribed, sum(lost)::int as lost
       from analytics_source where account_id = $1 and day between $3::date and $4::date group by day, source`,
    )} as days, ${rowsSql(
      `select s.*, f.name from (
         select source, form_id, day >= $3::date as is_current, sum(joined)::int as joined, sum(unsubscribed)::int as unsubscribed,
           sum(lost)::int as lost
         from analytics_source where account_id = $1 and day between $2::date and $4::date group by 1, 2, 3
       ) s left join form f on f.account_id = $1 and f.id = s.form_id`,
    )} as sources`,
    [first, from, to],
  )
  const { days = [], sources = [] } = counts ?? {}
  const points = inSpans(spansOf(view), days).map(({ rows, ...span }) => {
    const joined: Partial<Record<Source, number>> = {}
    for (const row of rows) joined[row.source] = (joined[row.source] ?? 0) + row.joined
    const [unsubscribed, lost] = [sum(rows, 'unsubscribed'), sum(rows, 'lost')]
    return { ...span, joined, unsubscribed, lost, net: netOf({ joined: sum(rows, 'joined'), unsubscribed, lost }) }
  })
  const isCompared = view.previous !== null
  const changes = (rows: readonly SourceRow[]) => {
    const changeOf = (name: 'joined' | 'unsubscribed' | 'lost'): Change => ({
      value: sum(
        rows.filter(({ is_current }) => is_current),
        name,
      ),
      previous: isCompared
        ? sum(
            rows.filter(({ is_current }) => !is_current),
            name,
          )
        : null,
    })
    const [joined_change, unsubscribed, lost] = [changeOf('joined'), changeOf('unsubscribed'), changeOf('lost')]
    const net = {
      value: netOf({ joined: joined_change.value, unsubscribed: unsubscribed.value, lost: lost.value }),
      previous: isCompared
        ? netOf({
            joined: joined_change.previous ?? 0,
            unsubscribed: unsubscribed.previous ?? 0,
            lost: lost.previous ?? 0,
          })
        : null,
    }
    return { joined: joined_change, unsubscribed, lost, net }
  }
  const by_source = Map.groupBy(sources, ({ source, form_id }) => `${source} ${form_id}`)
  return {
    range: view,
    points,
    sources: [...by_source.values()]
      .flatMap((rows): GrowthSource[] => {
        const [one] = rows
        return one ? [{ source: one.source, form_id: one.form_id, name: one.name, ...changes(rows) }] : []
      })
      .sort((a, b) => b.joined.value - a.joined.value || b.unsubscribed.value - a.unsubscribed.value),
    totals: changes(sources),
  }
}

const sum = <Name extends string>(rows: readonly Record<Name, number>[], name: Name) =>
  rows.reduce((total, row) => total + row[name], 0)
