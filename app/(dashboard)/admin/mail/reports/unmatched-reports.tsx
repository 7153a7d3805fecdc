'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { UnmatchedReport } from '@/server/modules/bounces/schema.ts'
import { SOURCES } from '../sources'
import { REPORT_FILTERS, reportListQuery } from './queries'

const KINDS = {
  hard: 'Hard bounce',
  soft: 'Soft bounce',
  blocked: 'Blocked',
  complaint: 'Complaint',
  opt_out: 'Opt-out',
  not_spam: 'Not spam',
  delayed: 'Delay',
  delivered: 'Delivered',
  auto_reply: 'Automatic reply',
  challenge: 'Challenge',
  unknown: 'Not a report',
} as const satisfies Record<UnmatchedReport['kind'], string>

const REASONS: Record<string, string> = {
  no_message_named: 'Matches no message of this instance',
  expired_return_path: 'The message was sent more than 180 days ago',
}

const MessageDialog = onDemand(async () => (await import('./message-dialog')).MessageDialog)

/** Bounces, complaints and other mail that match no message of any account. */
export function UnmatchedReports() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, select } = useListFilters(REPORT_FILTERS)
  const [openReport, setOpenReport] = useState<UnmatchedReport>()
  const list = useQuery(reportListQuery(trpc, values, cursor))
  return (
    <ListPage
      title="Unmatched reports"
      description="Bounces, complaints and other mail of the last 14 days that match no message. They change nothing."
      list={list}
      summary={(total) => `${formatNumber(total)} ${total === 1 ? 'report' : 'reports'}`}
      rowId={({ id }) => id}
      filters={<FilterSelect label="Kind" all="All kinds" {...select('kind')} options={KINDS} className="w-44" />}
      columns={[
        {
          header: 'Report',
          lines: ({ kind, address, status, diagnostic, reason }) => [
            <span key="report" className="flex flex-wrap items-center gap-2">
              <Badge tone="neutral">{KINDS[kind]}</Badge>
              {address}
            </span>,
            [REASONS[reason ?? ''] ?? reason ?? 'The message was deleted', status, diagnostic]
              .filter(Boolean)
              .join(' · '),
          ],
        },
        { header: 'Source', phone: 'plain', cell: ({ source }) => SOURCES[source] ?? source },
        { header: 'Received', date: ({ created_at }) => created_at, phone: 'plain' },
        {
          header: 'Message',
          align: 'end',
          phone: 'plain',
          cell: (report) =>
            report.has_message ? (
              <Button variant="ghost" size="sm" onClick={() => setOpenReport(report)}>
                View message
              </Button>
            ) : null,
        },
      ]}
      empty={{
        illustration: values.kind ? 'search' : 'inbox',
        title: values.kind ? 'No reports of this kind' : 'No unmatched reports',
        description: 'A report appears here when it names no message of this instance, or one that is too old.',
      }}
    >
      <MessageDialog report={openReport} onClose={() => setOpenReport(undefined)} />
    </ListPage>
  )
}
