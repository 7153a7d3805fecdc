'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { AppStatusBadge } from '@/components/apps/app-status'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { ExternalLink } from '@/components/generated/icons'
import { RowsSkeleton } from '@/components/loading'
import { PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'

const TABS = ['listing', 'access', 'plugins', 'events', 'templates', 'publish'] as const
const LABELS: Record<(typeof TABS)[number], string> = {
  listing: 'Listing',
  access: 'Access',
  plugins: 'Plugins',
  events: 'Events',
  templates: 'Templates',
  publish: 'Publish',
}
/** Loaded when first shown. */
const PARTS = {
  listing: dynamic(async () => (await import('./listing-tab')).ListingTab),
  access: dynamic(async () => (await import('./access-tab')).AccessTab),
  plugins: dynamic(async () => (await import('./plugins-tab')).PluginsTab),
  events: dynamic(async () => (await import('./events-tab')).EventsTab),
  templates: dynamic(async () => (await import('./templates/templates-tab')).TemplatesTab),
  publish: dynamic(async () => (await import('./publish-tab')).PublishTab),
}

/** Editor for one of the account’s apps: listing, access, plugins, events and publishing. */
export function AppEditor({ id }: { id: number }) {
  const trpc = useTRPC()
  const app = useQuery(trpc.apps.develop.get.queryOptions({ id }))
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('listing'))
  if (app.error) {
    return (
      <ErrorState
        as="h1"
        title="Couldn’t load this app"
        query={app}
        actions={
          <LinkButton variant="outline" href="/apps/develop">
            Your apps
          </LinkButton>
        }
      />
    )
  }
  if (!app.data) return <RowsSkeleton />
  const { data } = app
  const isInReview = data.status === 'in_review'
  return (
    <>
      <PageHeader
        back={{ href: '/apps/develop', label: 'Your apps' }}
        title={data.name}
        badge={<AppStatusBadge app={data} />}
        description={summaryOf(data)}
        actions={
          <LinkButton variant="outline" href={`/apps/${id}`}>
            <ExternalLink aria-hidden /> View listing
          </LinkButton>
        }
      />
      <ReviewNotice app={data} onOpen={() => void setTab('publish')} />
      <Tabs value={tab} onValueChange={(next) => void setTab(TABS.find((known) => known === next) ?? null)}>
        <TabsList aria-label="App sections">
          {TABS.map((key) => (
            <TabsTrigger key={key} value={key}>
              {LABELS[key]}
            </TabsTrigger>
          ))}
        </TabsList>
        {TABS.map((key) => {
          const Part = PARTS[key]
          return (
            // Hidden tabs stay mounted, to keep unsaved changes.
            <TabsContent key={key} value={key} forceMount className="data-[state=inactive]:hidden">
              <fieldset disabled={isInReview && key !== 'publish' && key !== 'templates'} className="contents">
                <Part app={data} />
              </fieldset>
            </TabsContent>
          )
        })}
      </Tabs>
    </>
  )
}

function ReviewNotice({ app, onOpen }: { app: AppDetail; onOpen: () => void }) {
  if (app.status === 'in_review') {
    return (
      <Alert title="This app is in review" action={{ label: 'Withdraw', onClick: onOpen }}>
        You can’t edit it until the review is done or you withdraw it. The app keeps working.
      </Alert>
    )
  }
  if (app.revision !== 'none') return <RevisionNotice app={app} onOpen={onOpen} />
  if (!app.review_note) return null
  if (app.status === 'published')
    return (
      <Alert tone="success" title="The reviewer wrote">
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{app.review_note}</p>
      </Alert>
    )
  return (
    <Alert tone="warning" title="The reviewer requested changes" action={{ label: 'Submit again', onClick: onOpen }}>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{app.review_note}</p>
    </Alert>
  )
}

function RevisionNotice({ app, onOpen }: { app: AppDetail; onOpen: () => void }) {
  const isDeclined = app.revision === 'declined'
  return (
    <Alert
      tone={isDeclined ? 'warning' : undefined}
      title={isDeclined ? 'Your changes were not approved' : 'Your changes are in review'}
      action={{ label: 'View changes', onClick: onOpen }}
    >
      {isDeclined ? <p className="whitespace-pre-line [overflow-wrap:anywhere]">{app.review_note}</p> : null}
      <p>
        {isDeclined
          ? 'Creators still see the approved version. Edit your changes to submit them again, or discard them.'
          : 'Creators see the approved version until a reviewer approves your changes. You can keep editing.'}
      </p>
    </Alert>
  )
}

function summaryOf({ installation_count: count }: AppDetail) {
  if (count === 0) return 'Not installed yet'
  return `Installed by ${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`
}
