import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { BarList } from '@/components/charts/bar-list'
import { ChartPanel } from '@/components/charts/chart-panel'
import { EmptyState } from '@/components/empty-state'
import { dateStyle, formatCount, formatNumber, formatPercent } from '@/components/format'
import { PenLine } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import type { ContentReport, SubjectRow } from '@/server/modules/analytics/report-schema.ts'
import { fileRange } from './labels'
import { type Address, contentQuery } from './queries'
import { ChangeStat, Difference, RangeNote, RecentNote, ReportFrame } from './report-frame'

/** The most successful subjects and links. */
export function Content({ address }: { address: Address }) {
  const report = useQuery(contentQuery(useTRPC(), address))
  return <ReportFrame query={report}>{(data) => <ContentFigures report={data} />}</ReportFrame>
}

const subjectOf = ({ subject }: SubjectRow) => plainLiquid(subject || 'No subject')

function ContentFigures({ report }: { report: ContentReport }) {
  const { range, totals, least_sent, by_open_rate, by_click_rate, links } = report
  const broadcasts = totals.broadcasts.value
  if (broadcasts === 0 && links.length === 0)
    return (
      <EmptyState
        illustration="emails"
        title="Your best subjects and links will appear here"
        description="See your most opened and clicked broadcasts, and the most clicked links. Choose a longer period, or send a broadcast."
        actions={
          <IfRole atLeast="editor">
            <LinkButton href="/broadcasts/new" prefetch={false}>
              <PenLine aria-hidden /> New broadcast
            </LinkButton>
          </IfRole>
        }
      />
    )
  return (
    <>
      <RangeNote range={range} isLive>
        {least_sent > 1 ? `Subjects are ranked from ${formatCount(least_sent, 'message')}. ` : ''}
        <RecentNote range={range} />
      </RangeNote>
      <StatGroup>
        <ChangeStat label="Broadcasts" change={totals.broadcasts} format={formatNumber} />
        <ChangeStat label="Open rate" change={totals.open_rate} format={formatPercent} unit=" pp" />
        <ChangeStat label="Click rate" change={totals.click_rate} format={formatPercent} unit=" pp" />
        <ChangeStat
          label="Clicked links"
          change={totals.link_clicks}
          format={formatNumber}
          hint={t`Each subscriber once per link and email`}
        />
      </StatGroup>
      {broadcasts > 0 ? (
        <div className="grid gap-6 lg:grid-cols-2">
          <Subjects title="Best subjects by open rate" rows={by_open_rate} rate="open_rate" range={range} />
          <Subjects title="Best emails by click rate" rows={by_click_rate} rate="click_rate" range={range} />
        </div>
      ) : null}
      <ChartPanel
        title="Best links"
        description="Subscribers who clicked in any email, each counted once per email. Clicks of machines are left out."
        fileName={`best links ${fileRange(range)}`}
        figures={{
          columns: [
            t`Link`,
            t`Subscribers`,
            ...(range.previous ? ['Subscribers in the previous period'] : []),
            t`Clicks`,
            t`Emails`,
          ],
          rows: links.map(({ url, subscribers: { value, previous }, clicks, emails }) => [
            url,
            value,
            ...(range.previous ? [previous] : []),
            clicks,
            emails,
          ]),
        }}
      >
        {links.length === 0 ? (
          <EmptyState
            as="h3"
            illustration="chart"
            title="No link was clicked"
            description="Emails in this period have no links, or clicks were not tracked."
          />
        ) : (
          <BarList
            label="Links by subscribers who clicked"
            noun="people"
            items={links.map(({ url, subscribers, clicks }) => ({
              key: url,
              label: url.replace(/^https?:\/\//, ''),
              href: url,
              value: subscribers.value,
              change: <Difference change={subscribers} />,
              detail: formatCount(clicks, 'click'),
            }))}
          />
        )}
      </ChartPanel>
    </>
  )
}

interface SubjectsProps {
  title: string
  rows: readonly SubjectRow[]
  rate: 'open_rate' | 'click_rate'
  range: ContentReport['range']
}

const RATE_NAMES = { open_rate: 'opened', click_rate: 'clicked' } as const

function Subjects({ title, rows, rate, range }: SubjectsProps) {
  const highestRate = Math.max(1, ...rows.map((row) => row[rate] ?? 0))
  return (
    <ChartPanel
      title={title}
      description="Counts subscribers, never privacy proxies and scanners."
      fileName={`${title} ${fileRange(range)}`}
      figures={{
        columns: [t`Subject`, 'Sent at', t`Sent`, t`Opened`, t`Clicked`, 'Open rate (%)', 'Click rate (%)'],
        rows: rows.map((row) => [
          subjectOf(row),
          row.started_at,
          row.sent,
          row.opened,
          row.clicked,
          row.open_rate,
          row.click_rate,
        ]),
      }}
    >
      <ol className="grid gap-1">
        {rows.map((row) => (
          <li key={row.broadcast_id}>
            <Link
              href={`/broadcasts/${row.broadcast_id}`}
              className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 overflow-hidden rounded-lg px-3 py-2 text-sm hover:bg-accent"
            >
              <span
                aria-hidden
                className="absolute inset-y-0 inset-s-0 rounded-lg bg-primary-soft"
                style={{ width: `${((row[rate] ?? 0) / highestRate) * 100}%` }}
              />
              <span className="relative grid min-w-0">
                <span className="truncate font-medium">{subjectOf(row)}</span>
                <span className="text-muted-foreground text-xs">
                  <DateTime at={row.started_at} style={dateStyle} />, {formatNumber(row.sent)} sent
                </span>
              </span>
              <span className="figures relative font-semibold">
                {row[rate] === null ? '–' : formatPercent(row[rate])}
                <span className="sr-only"> {RATE_NAMES[rate]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </ChartPanel>
  )
}
