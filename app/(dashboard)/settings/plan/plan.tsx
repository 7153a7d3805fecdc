'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { formatCount, formatMinor, formatNumber } from '@/components/format'
import { ExternalLink } from '@/components/generated/icons'
import { DetailLoading } from '@/components/loading'
import { planLimitQuery } from '@/components/page-queries'
import { LimitNotice } from '@/components/plan-limit-notice'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { t } from '@/server/lib/locale/texts.ts'
import type { PlanOverview } from '@/server/modules/accounts/plan-schema.ts'

/** The account's plan, its limits and their use. */
export function PlanPage() {
  const trpc = useTRPC()
  const found = useQuery(planLimitQuery(trpc, true))
  if (found.error) return <ErrorState query={found} />
  if (!found.data) return <DetailLoading />
  const plan = found.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Notices plan={plan} />
      <SectionCard
        title={
          <span className="flex flex-wrap items-center gap-2">
            {plan.name}
            {plan.on_trial ? <Badge tone="info">Trial</Badge> : null}
          </span>
        }
        description={plan.description}
        actions={plan.billing_url ? <BillingLink href={plan.billing_url} /> : undefined}
        className="grid gap-6"
      >
        <Dates plan={plan} />
        <Usage plan={plan} />
      </SectionCard>
    </div>
  )
}

const BillingLink = ({ href }: { href: string }) => (
  <Button asChild variant="outline">
    <a href={href} rel="noreferrer" target="_blank">
      Manage billing <ExternalLink aria-hidden />
    </a>
  </Button>
)

function Notices({ plan }: { plan: PlanOverview }) {
  const { on_trial, trial_lapse_date } = plan
  return (
    <>
      {on_trial && trial_lapse_date ? (
        <Alert
          title={
            <>
              Your trial ends <RelativeTime at={trial_lapse_date} />
            </>
          }
        >
          The account then continues on the free plan. You keep your subscribers and everything you made.
        </Alert>
      ) : null}
      <LimitNotice plan={plan} />
    </>
  )
}

function Dates({ plan }: { plan: PlanOverview }) {
  const { price, currency, interval } = plan
  const rows = [
    { label: 'Price', value: price === null ? null : `${formatMinor(price, currency)} a ${interval}` },
    {
      label: 'Trial until',
      value: plan.trial_lapse_date && <DateTime at={plan.trial_lapse_date} />,
    },
    { label: 'Renews', value: plan.renews_at && <DateTime at={plan.renews_at} /> },
    { label: 'Ends', value: plan.cancels_at && <DateTime at={plan.cancels_at} /> },
    { label: 'Reporting', value: plan.has_reporting ? t`Included` : 'Not included' },
    { label: 'API keys and apps', value: plan.has_api ? t`Included` : 'Not included' },
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {rows.map(({ label, value }) =>
        value ? (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function Usage({ plan: { used, subscriber_limit, has_own_limit, member_limit } }: { plan: PlanOverview }) {
  return (
    <div className="grid gap-5">
      <Meter
        label="Active subscribers"
        count={used.subscribers}
        limit={subscriber_limit}
        hint={has_own_limit ? 'This limit was set for your account.' : undefined}
      />
      <Meter
        label="Members"
        count={used.members + used.invitations}
        limit={member_limit}
        hint={used.invitations > 0 ? `${formatCount(used.invitations, 'open invitation')} included.` : undefined}
      />
      <Meter
        label="Messages sent this month"
        count={used.sent_this_month}
        limit={null}
        hint="Since the first day of the month."
      />
    </div>
  )
}

function Meter({ label, count, limit, hint }: { label: string; count: number; limit: number | null; hint?: string }) {
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="figures">
          {formatNumber(count)}
          {limit === null ? null : <span className="text-muted-foreground"> of {formatNumber(limit)}</span>}
        </span>
      </div>
      {limit === null ? null : (
        <Progress value={limit === 0 ? 100 : Math.min(100, (count / limit) * 100)} label={label} />
      )}
      {hint ? <p className="text-muted-foreground">{hint}</p> : null}
    </div>
  )
}
