'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { AppChanges } from '@/components/apps/app-changes'
import { AppListing } from '@/components/apps/app-listing'
import { AppStatusBadge } from '@/components/apps/app-status'
import { toListing } from '@/components/apps/to-listing'
import { formatNumber } from '@/components/format'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'
import type { SubmittedTemplate } from '@/server/modules/automation-templates/review-schema.ts'
import { ReviewClaim } from '../../review-claim'
import { ReviewHistory } from '../../review-history'
import { PluginChanges } from './plugin-changes'
import { ReviewDecision } from './review-decision'
import { TechnicalDetails } from './technical-details'
import { TestInstalls } from './test-installs'

/** The app in review: its listing, access and technical details. */
export function AppReview({ id }: { id: number }) {
  const trpc = useTRPC()
  const app = useQuery(trpc.apps.review.get.queryOptions({ id }))
  const templates = useQuery(trpc.automation_templates.review.ofApp.queryOptions({ app_id: id }))
  if (app.error)
    return <PageError query={app} title="Couldn’t load this app" href="/admin/review" label="All reviews" />
  if (!app.data || !templates.data) return <DetailLoading />
  const { data } = app
  const item = { kind: 'app', id } as const
  return (
    <Page>
      <PageHeader
        back={{ href: '/admin/review', label: 'Reviews' }}
        title={data.name}
        badge={<AppStatusBadge app={data} />}
        description={<Submitted app={data} />}
        actions={<ReviewDecision app={data} templates={templates.data} />}
      />
      <ReviewClaim item={item} />
      {data.revision === 'in_review' ? (
        <SectionCard title="Changes" description="Creators see the approved version until you approve these changes.">
          <AppChanges app={data} />
        </SectionCard>
      ) : null}
      <PluginChanges app={data} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <SectionCard title={data.revision === 'in_review' ? 'Proposed' : 'Current listing'}>
          <AppListing as="h3" app={toListing(data)} narrow />
        </SectionCard>
        <div className="grid gap-6">
          <TestInstalls app={data} />
          <Developer app={data} />
          <Templates templates={templates.data} is_together={data.status !== 'published'} />
          <TechnicalDetails app={data} />
          <ReviewHistory item={item} />
        </div>
      </div>
    </Page>
  )
}

function Submitted({ app }: { app: ReviewDetail }) {
  const { submitted_at, installation_count: count } = app
  return (
    <>
      {submitted_at ? (
        <>
          Submitted <RelativeTime at={submitted_at} />.{' '}
        </>
      ) : null}
      {count === 0
        ? 'Not installed yet.'
        : `Installed by ${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}.`}
    </>
  )
}

function Developer({ app }: { app: ReviewDetail }) {
  return (
    <SectionCard title="Developer">
      <p className="font-medium text-sm">{app.developer}</p>
      <ul className="mt-1 grid gap-1 text-muted-foreground text-sm">
        {app.owners.map(({ name, email_address }) => (
          <li key={email_address} className="[overflow-wrap:anywhere]">
            {name ? `${name}, ` : ''}
            <a className="underline underline-offset-4" href={`mailto:${email_address}`}>
              {email_address}
            </a>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function Templates({ templates, is_together }: { templates: readonly SubmittedTemplate[]; is_together: boolean }) {
  if (templates.length === 0) return null
  return (
    <SectionCard
      title="Automation templates"
      description={
        is_together
          ? 'Approved or rejected together with the app. Reject one first to approve the app without it.'
          : 'In review. Decide about each on its page.'
      }
    >
      <ul className="grid gap-2 text-sm">
        {templates.map(({ id, name }) => (
          <li key={id}>
            <Link className="font-medium underline underline-offset-4" href={`/admin/review/templates/${id}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
