'use client'

import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format'
import { HtmlFrame } from '@/components/html-frame'
import { Loaded } from '@/components/loaded'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime, useNow } from '@/components/relative-time'
import { Stat } from '@/components/stat'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { ApprovalDetails } from '@/server/modules/approvals/schema.ts'
import { whatHappens } from '@/server/modules/approvals/sentence-schema.ts'
import { ApprovalBadge } from '../approval-badge'

/** A request of an assistant, with everything that a member needs to decide. */
export function Approval({ id }: { id: number }) {
  const trpc = useTRPC()
  const approval = useQuery(trpc.approvals.get.queryOptions({ id }))
  if (approval.error)
    return <PageError query={approval} title="Couldn’t load this request" href="/approvals" label="All requests" />
  return approval.data ? <Details approval={approval.data} /> : <DetailLoading />
}

function Details({ approval }: { approval: ApprovalDetails }) {
  const { id, asked_by, state, reason, recipients, suppressed, warnings, operation, input, created_at } = approval
  const now = useNow()
  const timeZone = useTimeZone()
  return (
    <Page width="narrow">
      <PageHeader
        title={whatHappens(approval, { now: new Date(now), timeZone })}
        back={{ href: '/approvals', label: 'Approvals' }}
        badge={<ApprovalBadge state={state} />}
        description={
          <>
            {asked_by} asked <RelativeTime at={created_at} />
          </>
        }
        actions={state === 'pending' ? <Decision id={id} /> : null}
      />
      <Outcome approval={approval} />
      {reason ? <Alert title={`${asked_by} says`}>{reason}</Alert> : null}
      {recipients === null ? null : (
        <dl className="grid grid-cols-2 gap-6">
          <Stat label="Subscribers" value={formatNumber(recipients)} />
          <Stat label="Suppressed" value={formatNumber(suppressed ?? 0)} />
        </dl>
      )}
      {warnings.map((warning) => (
        <Alert key={warning} tone="warning" title={warning} />
      ))}
      {operation.includes('/broadcasts/:id') && input.ids.id ? <Emails broadcastId={input.ids.id} /> : null}
      <SectionCard title="Exact request" description={operation}>
        <pre className="max-h-96 overflow-auto whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
          {JSON.stringify({ ...input.ids, ...input.query, ...input.body }, null, 2)}
        </pre>
      </SectionCard>
    </Page>
  )
}

/** Every version of the email, as its first recipient gets it, and the draft itself. */
function Emails({ broadcastId }: { broadcastId: number }) {
  const trpc = useTRPC()
  const plan = useQuery(trpc.broadcasts.plan.queryOptions({ id: broadcastId }))
  return (
    <Loaded query={plan} as="h2" loading={<Skeleton className="h-96 w-full" />}>
      {({ versions }) => (
        <>
          <Email broadcastId={broadcastId} version={1} />
          {versions.map((_, at) => (
            <Email key={VERSIONS[at]} broadcastId={broadcastId} version={VERSIONS[at] ?? 3} />
          ))}
        </>
      )}
    </Loaded>
  )
}

const VERSIONS = [2, 3] as const

function Email({ broadcastId, version }: { broadcastId: number; version: 1 | 2 | 3 }) {
  const trpc = useTRPC()
  const preview = useQuery(trpc.broadcasts.preview.queryOptions({ id: broadcastId, version }))
  return (
    <Loaded query={preview} as="h2" loading={<Skeleton className="h-96 w-full" />}>
      {({ subject, from, html }) => (
        <SectionCard
          title={subject || t`No subject`}
          description={from}
          actions={
            <LinkButton variant="outline" size="sm" href={`/broadcasts/${broadcastId}`}>
              Open draft
            </LinkButton>
          }
        >
          <HtmlFrame title={version === 1 ? t`Email` : t`Email, version ${version === 2 ? 'B' : 'C'}`} html={html} />
        </SectionCard>
      )}
    </Loaded>
  )
}

function Decision({ id }: { id: number }) {
  const trpc = useTRPC()
  const options = { invalidates: trpc.approvals, evenAfterErrors: true }
  const approve = useAction(trpc.approvals.approve, {
    ...options,
    done: ({ problem }) => problem ?? t`Approved`,
  })
  const decline = useAction(trpc.approvals.decline, { ...options, done: t`Declined` })
  const pending = approve.isPending || decline.isPending
  return (
    <>
      <Button variant="outline" disabled={pending} onClick={() => decline.start({ id })}>
        Decline
      </Button>
      <Button pending={approve.isPending} disabled={pending} onClick={() => approve.start({ id })}>
        Approve
      </Button>
    </>
  )
}

/** The decision with its outcome, or the time until which one is possible. */
function Outcome({ approval: { state, problem, decided_by, decided_at, expires_at } }: { approval: ApprovalDetails }) {
  if (state === 'pending')
    return (
      <p className="text-muted-foreground text-sm">
        Expires <RelativeTime at={expires_at} />. You may be asked to confirm that it’s you.
      </p>
    )
  if (state === 'expired') return <Alert title="No one decided in 24 hours. The assistant can ask again." />
  const decided = (
    <>
      {decided_by} · {decided_at ? <RelativeTime at={decided_at} /> : null}
    </>
  )
  if (state === 'failed')
    return (
      <Alert tone="warning" title={t`Not done: ${problem ?? ''}`}>
        {decided}
      </Alert>
    )
  return (
    <Alert tone={state === 'done' ? 'success' : 'info'} title={state === 'done' ? t`Approved and done` : t`Declined`}>
      {decided}
    </Alert>
  )
}
