'use client'

import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { AppLogo } from '@/components/apps/app-logo'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'

const STATES = ['in_review', 'published'] as const
type State = (typeof STATES)[number]

/** Apps that wait for a reviewer, and those that are in the store. */
export function ReviewQueue() {
  const [status, setStatus] = useQueryState('status', parseAsStringLiteral(STATES).withDefault('in_review'))
  return (
    <Page>
      <PageHeader
        title="Review of apps"
        description="What developers on this instance want to have in the store. They hear of your verdict by mail."
      />
      <Tabs value={status} onValueChange={(next) => void setStatus(STATES.find((known) => known === next) ?? null)}>
        <TabsList aria-label="Which apps">
          <TabsTrigger value="in_review">Waiting</TabsTrigger>
          <TabsTrigger value="published">In the store</TabsTrigger>
        </TabsList>
        <TabsContent value={status}>
          <Queue status={status} />
        </TabsContent>
      </Tabs>
    </Page>
  )
}

function Queue({ status }: { status: State }) {
  const trpc = useTRPC()
  const apps = useQuery(trpc.apps.review.list.queryOptions({ status }))
  return (
    <DataTable
      caption={status === 'in_review' ? 'Apps that wait for a review' : 'Apps in the store'}
      rows={apps.data}
      rowId={(app) => app.id}
      rowHref={(app) => `/admin/apps/${app.id}`}
      error={apps.error}
      onRetry={() => void apps.refetch()}
      columns={[
        {
          key: 'name',
          header: 'App',
          cell: (app) => (
            <span className="flex items-center gap-3">
              <AppLogo src={app.logo_url} className="size-9 rounded-lg" />
              <span className="grid min-w-0">
                <span className="flex min-w-0 flex-wrap items-center gap-2">
                  <span className="truncate">{app.name}</span>
                  {app.is_revision ? <StatusBadge label="Changes" tone="info" icon={PencilLine} /> : null}
                </span>
                <span className="truncate font-normal text-muted-foreground max-md:hidden">{app.tagline}</span>
              </span>
            </span>
          ),
        },
        { key: 'developer', header: 'By', phone: 'plain', cell: (app) => app.developer },
        {
          key: 'installations',
          header: 'Installed by',
          align: 'end',
          className: 'whitespace-nowrap figures',
          cell: ({ installation_count: count }) => `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`,
        },
        {
          key: 'submitted',
          header: 'Submitted',
          align: 'end',
          className: 'whitespace-nowrap text-muted-foreground',
          cell: (app) => (app.submitted_at ? <RelativeTime at={app.submitted_at} /> : '–'),
        },
      ]}
      empty={
        status === 'in_review' ? (
          <EmptyState
            illustration="inbox"
            title="Nothing waits"
            description="Apps come here when their developers submit them."
          />
        ) : (
          <EmptyState
            illustration="tags"
            title="The store is empty"
            description="Apps that you approve are listed for everybody."
          />
        )
      }
    />
  )
}
