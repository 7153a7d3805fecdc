import { useQuery } from '@tanstack/react-query'
import { DataTable } from '@/components/data-table'
import { formatNumber } from '@/components/format'
import { PenLine } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { IfRole } from '@/components/role'
import { BroadcastStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { BroadcastDate, isEarly } from '../broadcasts/broadcast-date'
import { lastBroadcastsQuery } from './queries'

export function LastBroadcasts() {
  const trpc = useTRPC()
  const broadcasts = useQuery(lastBroadcastsQuery(trpc))
  return (
    <SectionCard
      title="Recent broadcasts"
      description="Your latest broadcasts and their results."
      actions={
        <LinkButton variant="link" size="sm" className="px-0" href="/broadcasts">
          All broadcasts
        </LinkButton>
      }
    >
      <DataTable
        caption="Recent broadcasts"
        rows={broadcasts.data?.rows}
        rowId={(row) => row.id}
        rowHref={(row) => `/broadcasts/${row.id}`}
        query={{ error: broadcasts.data ? null : broadcasts.error, refetch: broadcasts.refetch }}
        columns={[
          {
            header: 'Subject',
            cell: (row) =>
              row.subject ? (
                <LiquidText text={row.subject} />
              ) : (
                <span className="text-muted-foreground">No subject</span>
              ),
          },
          {
            header: 'Status',
            phone: 'aside',
            cell: (row) => (
              <BroadcastStatusBadge status={row.status} stopped={row.stopped_at !== null} retrying={row.retrying} />
            ),
          },
          { header: 'Sent', align: 'end', cell: (row) => (row.sent ? formatNumber(row.sent) : '–') },
          { header: 'Opened', rate: (row) => row.open_rate, isEarly },
          { header: 'Clicked', rate: (row) => row.click_rate, isEarly },
          {
            header: 'Date',
            align: 'end',
            from: 'lg',
            phone: 'hidden',
            className: 'text-muted-foreground',
            cell: (row) => <BroadcastDate row={row} />,
          },
        ]}
        empty={{
          as: 'h3',
          illustration: 'emails',
          title: 'No broadcasts yet',
          description: 'Write your first broadcast. You can send yourself a test before anyone else sees it.',
          actions: (
            <IfRole atLeast="editor">
              <LinkButton href="/broadcasts/new" prefetch={false}>
                <PenLine aria-hidden /> New broadcast
              </LinkButton>
            </IfRole>
          ),
        }}
      />
    </SectionCard>
  )
}
