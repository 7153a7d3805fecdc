'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TemplateLabels } from '@/components/automation-templates/template-labels'
import { TemplateOverview } from '@/components/automation-templates/template-overview'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { TextChange } from '@/components/text-change'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { TemplateOverview as Overview, TemplateReview } from '@/server/modules/automation-templates/overview.ts'
import { offered } from '@/server/modules/automation-templates/transitions-schema.ts'
import { ReviewClaim } from '../../review-claim'
import { ReviewHistory } from '../../review-history'
import { TemplateTests } from './template-tests'

const DecisionDialog = onDemand(async () => (await import('../../decision-dialog')).DecisionDialog)

/** A template in review, beside the live version it would replace. */
export function TemplateReviewPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const template = useQuery(trpc.automation_templates.review.get.queryOptions({ id }))
  if (template.error)
    return (
      <PageError
        query={template}
        title="This template is not in review"
        href="/admin/review?kind=template"
        label="All templates"
      />
    )
  if (!template.data) return <DetailLoading />
  const { data } = template
  return (
    <Page>
      <PageHeader
        back={{ href: '/admin/review?kind=template', label: 'Reviews' }}
        title={data.name}
        description={
          <>
            Submitted <RelativeTime at={data.submitted_at} /> for{' '}
            <Link className="underline underline-offset-4" href={`/admin/review/apps/${data.app_id}`}>
              {data.app_name}
            </Link>{' '}
            by {data.developer}.
          </>
        }
        actions={<Decision template={data} />}
      />
      <ReviewClaim item={{ kind: 'template', id }} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Version
          title={data.live ? 'Proposed' : 'Template'}
          overview={data}
          comparison={data.live ? { to: data.live, mark: 'New' } : undefined}
        />
        {data.live ? <Version title="Live" overview={data.live} comparison={{ to: data, mark: 'Removed' }} /> : null}
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <TemplateTests template={data} />
        <ReviewHistory item={{ kind: 'template', id }} />
      </div>
    </Page>
  )
}

interface VersionProps {
  title: string
  overview: Overview
  comparison: { to: Overview; mark: 'New' | 'Removed' } | undefined
}

function Version({ title, overview, comparison }: VersionProps) {
  const other = comparison?.to
  return (
    <SectionCard title={title} description={overview.name} className="grid gap-4">
      {other && (other.name !== overview.name || other.description !== overview.description) ? (
        <Badge tone="info" className="justify-self-start">
          {other.name === overview.name ? 'Other description' : 'Other name'}
        </Badge>
      ) : null}
      <p className="whitespace-pre-line text-sm [overflow-wrap:anywhere]">
        {comparison?.mark === 'New' ? (
          <TextChange before={comparison.to.description} after={overview.description} />
        ) : (
          overview.description
        )}
      </p>
      <TemplateLabels labels={overview.labels} />
      <TemplateOverview overview={overview} comparison={comparison} />
    </SectionCard>
  )
}

function Decision({ template: { id, version, name, live } }: { template: TemplateReview }) {
  const client = useQueryClient()
  const trpc = useTRPC()
  const router = useRouter()
  const [deciding, setDeciding] = useState<'approve' | 'reject'>()
  const leave = async () => {
    router.push('/admin/review')
    await client.invalidateQueries(trpc.admin.reviews.pathFilter())
  }
  const approve = useAction(trpc.automation_templates.review.approve, { done: t`${name} approved`, onDone: leave })
  const reject = useAction(trpc.automation_templates.review.reject, { done: 'Developers notified', onDone: leave })
  // This page only shows templates in review.
  const buttons = new Set(offered({ state: 'in_review', is_live: live !== null }, 'reviewer'))
  return (
    <>
      {buttons.has('reject') ? (
        <Button variant="outline" onClick={() => setDeciding('reject')}>
          Reject
        </Button>
      ) : null}
      {buttons.has('approve') ? <Button onClick={() => setDeciding('approve')}>Approve</Button> : null}
      <DecisionDialog
        decision="approve"
        title={`Approve ${name}?`}
        description="The developers are notified by email and can publish it."
        submitLabel="Approve template"
        open={deciding === 'approve'}
        onClose={() => setDeciding(undefined)}
        onDecide={(note) => approve.run({ id, version, note })}
      />
      <DecisionDialog
        decision="reject"
        title={`Reject ${name}?`}
        description="The developers see your note. They can edit the template and submit it again."
        submitLabel="Reject template"
        open={deciding === 'reject'}
        onClose={() => setDeciding(undefined)}
        onDecide={(note) => reject.run({ id, version, note })}
      />
    </>
  )
}
