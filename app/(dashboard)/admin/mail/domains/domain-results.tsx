'use client'

import { useQuery } from '@tanstack/react-query'
import { TimeChart } from '@/components/charts/time-chart'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatDate, formatNumber, hourStyle, timeStyle } from '@/components/format'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { Loaded } from '@/components/loaded'
import { Page, PageHeader } from '@/components/page-header'
import { Stat, StatGroup } from '@/components/stat'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { ReceiverResults } from '@/server/modules/admin/mail-schema.ts'
import { RECEIVER_RANGES, type ReceiverRange } from '@/server/modules/admin/values-schema.ts'
import { OTHER_DOMAINS } from '@/server/modules/delivery/receiver-schema.ts'
import { RECEIVER_FILTERS, receiversQuery } from './queries'
import { changeOf, formatRate, RATES, rateOf } from './rates'

const RANGES: Record<ReceiverRange, { label: string; before: string; style: Intl.DateTimeFormatOptions }> = {
  day: {
    label: 'Last 24 hours',
    before: 'from the 24 hours before',
    style: hourStyle,
  },
  week: {
    label: 'Last 7 days',
    before: 'from the 7 days before',
    style: { day: 'numeric', month: 'short', ...timeStyle },
  },
  month: { label: 'Last 30 days', before: 'from the 30 days before', style: { day: 'numeric', month: 'short' } },
}

const nameOf = (receiver: string) => (receiver === OTHER_DOMAINS ? 'Other domains' : receiver)

/** Results by receiving domain for the messages of all accounts, compared with the previous period. */
export function DomainResults() {
  const trpc = useTRPC()
  const { values, setFilters, select } = useListFilters(RECEIVER_FILTERS)
  const range = values.range ?? 'day'
  const results = useQuery(receiversQuery(trpc, values))
  return (
    <Page>
      <PageHeader
        title="Results by domain"
        description="Results for messages of all accounts. Domains of one provider are counted together, such as hotmail.com with outlook.com."
        actions={
          <FilterSelect
            label="Range"
            usual="day"
            {...select('range')}
            options={RECEIVER_RANGES.map((value) => ({ value, label: RANGES[value].label }))}
          />
        }
      />
      <Loaded query={results} keepsData loading={<Skeleton className="h-96 w-full rounded-2xl" />}>
        {(data) =>
          data.receivers.length === 0 ? (
            <EmptyState
              illustration="inbox"
              title="No results in this period"
              description="Messages that are handed to a mail server are counted here within a minute."
            />
          ) : (
            <Results
              results={data}
              range={range}
              domain={values.domain}
              onChoose={(domain) => void setFilters({ domain })}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

interface ResultsProps {
  results: ReceiverResults
  range: ReceiverRange
  domain: string | null
  onChoose: (domain: string | null) => void
}

function Results({ results: { receivers, total, points }, range, domain, onChoose }: ResultsProps) {
  const timeZone = useTimeZone()
  const { label, before, style } = RANGES[range]
  const chosenReceiver = receivers.find(({ receiver }) => receiver === domain)
  const shownRow = chosenReceiver ?? total
  const subject = chosenReceiver ? nameOf(chosenReceiver.receiver) : t`all domains`
  return (
    <>
      <SectionCard
        title={chosenReceiver ? nameOf(chosenReceiver.receiver) : 'All domains'}
        description={label}
        actions={
          chosenReceiver ? (
            <Button variant="outline" size="sm" onClick={() => onChoose(null)}>
              Show all domains
            </Button>
          ) : null
        }
        className="grid gap-6"
      >
        <StatGroup>
          <Stat label="Handed over" value={formatNumber(shownRow.now.attempts)} />
          {RATES.map((rate) => {
            const delta = changeOf(rate, shownRow)
            return (
              <Stat
                key={rate.label}
                label={rate.label}
                value={formatRate(rateOf(rate, shownRow.now))}
                {...(delta === null ? {} : { delta, unit: ' pp' as const, period: before })}
                lowerIsBetter={rate.is_bad}
              />
            )
          })}
        </StatGroup>
        <TimeChart
          title={`${subject} results, ${label.toLowerCase()}`}
          format={formatNumber}
          series={[
            { key: 'accepted', label: 'Accepted', color: 'var(--chart-1)', as: 'bar' },
            { key: 'deferred', label: 'Deferred', color: 'var(--chart-3)', as: 'bar' },
            { key: 'bounced', label: 'Bounced', color: 'var(--chart-4)', as: 'bar' },
            { key: 'refused', label: 'Refused', color: 'var(--chart-2)', as: 'bar' },
          ]}
          points={points.map(({ at, hard_bounced, soft_bounced, ...counts }) => ({
            label: formatDate(at, timeZone, style),
            values: { ...counts, bounced: hard_bounced + soft_bounced },
          }))}
        />
      </SectionCard>
      <DataTable
        caption="Results by receiving domain"
        rows={receivers}
        rowId={({ receiver }) => receiver}
        columns={[
          {
            header: 'Domain',
            cell: ({ receiver }) => (
              <button
                type="button"
                onClick={() => onChoose(receiver)}
                aria-pressed={receiver === domain}
                className="rounded-sm text-start underline-offset-4 [overflow-wrap:anywhere] hover:underline aria-pressed:underline"
              >
                {nameOf(receiver)}
              </button>
            ),
          },
          { header: 'Handed over', align: 'end', cell: (row) => <Count value={row.now.attempts} /> },
          ...RATES.map((rate) => ({
            key: rate.label,
            header: rate.label,
            align: 'end' as const,
            ...(rate.from ? { from: rate.from } : {}),
            cell: (row: ReceiverResults['receivers'][number]) => (
              <span className="grid justify-items-end gap-0.5 max-md:justify-items-start">
                <span className="figures whitespace-nowrap">{formatRate(rateOf(rate, row.now))}</span>
                <span className="figures whitespace-nowrap font-normal text-muted-foreground text-xs">
                  {formatNumber(rate.part(row.now))}
                  {row.before.attempts > 0 ? `, was ${formatRate(rateOf(rate, row.before))}` : null}
                </span>
              </span>
            ),
          })),
          {
            header: 'Hard and soft bounces',
            align: 'end',
            from: 'xl',
            phone: 'hidden',
            cell: ({ now }) => (
              <span className="figures whitespace-nowrap">
                {formatNumber(now.hard_bounced)} / {formatNumber(now.soft_bounced)}
              </span>
            ),
          },
        ]}
        empty={null}
      />
      <p className="max-w-prose text-muted-foreground text-sm">
        Handed over counts every attempt, retries included. Deferred messages are tried again. Bounced and complained
        include what was reported later, in the hour of the report. Differences are in percentage points.
      </p>
    </>
  )
}

const Count = ({ value }: { value: number }) => <span className="figures">{formatNumber(value)}</span>
