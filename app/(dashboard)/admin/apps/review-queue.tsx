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
import { TemplateQueue } from '../templates/template-queue'

const STATES = ['in_review', 'templates', 'published'] as const
type State = 'in_review' | 'published'

/** Apps waiting for review, and apps in the store. */
export function ReviewQueue() {
  const [status, setStatus] = useQueryState('status', parseAsStringLiteral(STATES).withDefault('in_review'))
  return (
    <Page>
      <PageHeader
        title="App reviews"
        description="Review apps and automation templates. Developers are notified of your decision by email."
      />
      <Tabs value={status} onValueChange={(next) => void setStatus(STATES.find((known) => known === next) ?? null)}>
        <TabsList aria-label="Status">
          <TabsTrigger value="in_review">In review</TabsTrigger>
          <TabsTrigger value="templates">Templates</TabsTrigger>
          <TabsTrigger value="published">In the store</TabsTrigger>
        </TabsList>
        <TabsContent value={status}>
          {status === 'templates' ? <TemplateQueue /> : <Queue status={status} />}
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
      caption={status === 'in_review' ? 'Apps in review' : 'Apps in the store'}
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
        { key: 'developer', header: 'Developer', phone: 'plain', cell: (app) => app.developer },
        {
          key: 'installations',
          header: 'Installs',
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
            title="No apps to review"
            description="Apps appear here when developers submit them."
          />
        ) : (
          <EmptyState illustration="tags" title="The store is empty" description="Apps you approve appear here." />
        )
      }
    />
  )
}
