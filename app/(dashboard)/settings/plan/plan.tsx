'use client'

import { useQuery } from '@tanstack/react-query'
import { formatCount, formatMinor, formatNumber } from '@/components/format'
import { Check, ExternalLink } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
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
import { limitState } from '@/server/modules/accounts/plan-values-schema.ts'
import { SettingsPage } from '../settings-page'

/** The account's plan, its limits and their use, and the other plans. */
export function PlanPage() {
  const trpc = useTRPC()
  const found = useQuery(planLimitQuery(trpc, true))
  return (
    <SettingsPage
      title="Plan"
      description="What your plan includes, and how much of it you use."
      actions={found.data?.billing_url ? <BillingLink href={found.data.billing_url} /> : undefined}
    >
      <Loaded query={found} loading={<DetailLoading />}>
        {(plan) => (
          <>
            <Notices plan={plan} />
            <SectionCard
              title={
                <span className="flex flex-wrap items-center gap-2">
                  {plan.name}
                  {plan.on_trial ? <Badge tone="info">Trial</Badge> : null}
                </span>
              }
              description={plan.description}
              actions={<Price plan={plan} />}
              className="grid gap-7"
            >
              <Usage plan={plan} />
              <Facts plan={plan} />
            </SectionCard>
            <OtherPlans plan={plan} />
          </>
        )}
      </Loaded>
    </SettingsPage>
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

const Price = ({ plan: { price, currency, interval } }: { plan: PlanOverview }) =>
  price === null ? null : (
    <p className="figures text-end">
      <span className="font-semibold text-xl tracking-tight">{formatMinor(price, currency)}</span>{' '}
      <span className="text-muted-foreground text-sm">a {interval}</span>
    </p>
  )

function Facts({ plan }: { plan: PlanOverview }) {
  const rows = [
    { label: 'Trial until', value: plan.trial_lapse_date && <DateTime at={plan.trial_lapse_date} /> },
    { label: 'Renews', value: plan.renews_at && <DateTime at={plan.renews_at} /> },
    { label: 'Ends', value: plan.cancels_at && <DateTime at={plan.cancels_at} /> },
    { label: 'Reporting', value: plan.has_reporting ? t`Included` : 'Not included' },
    { label: 'API keys and apps', value: plan.has_api ? t`Included` : 'Not included' },
  ]
  return (
    <dl className="grid gap-x-8 gap-y-4 border-border border-t pt-5 text-sm sm:grid-cols-3">
      {rows.map(({ label, value }) =>
        value ? (
          <div key={label} className="grid gap-0.5">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function Usage({ plan }: { plan: PlanOverview }) {
  const { used, subscriber_limit, has_own_limit, member_limit } = plan
  return (
    <div className="grid gap-6">
      <Meter
        label="Active subscribers"
        count={used.subscribers}
        limit={subscriber_limit}
        hint={has_own_limit ? 'This limit was set for your account.' : roomText(plan)}
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

/** Says how many subscribers may still come, and which plan has room for more. */
function roomText({ used, subscriber_limit: limit, others }: PlanOverview): string | undefined {
  if (limit === null) return undefined
  const next = others
    .filter((other) => other.subscriber_limit === null || other.subscriber_limit > limit)
    .sort((one, other) => (one.subscriber_limit ?? Infinity) - (other.subscriber_limit ?? Infinity))[0]
  const room = `Room for ${formatCount(Math.max(0, limit - used.subscribers), 'more subscriber')}.`
  if (!next) return room
  const most =
    next.subscriber_limit === null
      ? t`any number of subscribers`
      : t`up to ${formatCount(next.subscriber_limit, 'subscriber')}`
  return t`${room} After that comes ${next.name}, for ${most}.`
}

function Meter({ label, count, limit, hint }: { label: string; count: number; limit: number | null; hint?: string }) {
  const state = limitState(count, limit)
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="figures">
          <span className="font-semibold text-base">{formatNumber(count)}</span>
          <span className="text-muted-foreground"> {limit === null ? t`no limit` : `of ${formatNumber(limit)}`}</span>
        </span>
      </div>
      {limit === null ? null : (
        <Progress
          value={limit === 0 ? 100 : Math.min(100, (count / limit) * 100)}
          label={label}
          tone={state === 'reached' ? 'danger' : 'primary'}
        />
      )}
      {hint ? <p className="text-muted-foreground">{hint}</p> : null}
    </div>
  )
}

function OtherPlans({ plan: { others, billing_url, interval } }: { plan: PlanOverview }) {
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-plans" className="grid gap-4">
      <div className="grid gap-0.5">
        <h2 id="other-plans" className="font-semibold text-lg tracking-tight">
          Other plans
        </h2>
        <p className="text-muted-foreground text-sm">
          {billing_url
            ? 'Change your plan under “Manage billing”.'
            : 'Ask the administrator of this service to change your plan.'}
        </p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2">
        {others.map((other) => {
          const price = interval === 'year' ? other.price_year : other.price_month
          return (
            <li key={other.key} className="grid content-start gap-3 rounded-2xl border border-border bg-card p-5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h3 className="font-semibold tracking-tight">{other.name}</h3>
                {price === null ? null : (
                  <span className="figures text-muted-foreground text-sm">
                    {formatMinor(price, other.currency)} a {interval}
                  </span>
                )}
              </div>
              {other.description ? (
                <p className="text-pretty text-muted-foreground text-sm">{other.description}</p>
              ) : null}
              <ul className="grid gap-1.5 text-sm">
                {includedIn(other).map((line) => (
                  <li key={line} className="flex items-center gap-2">
                    <Check aria-hidden className="size-4 shrink-0 text-success" />
                    {line}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const includedIn = ({ subscriber_limit, member_limit, has_reporting, has_api }: PlanOverview['others'][number]) => [
  subscriber_limit === null
    ? t`Any number of subscribers`
    : t`Up to ${formatCount(subscriber_limit, 'active subscriber')}`,
  member_limit === null ? t`Any number of members` : t`Up to ${formatCount(member_limit, 'member')}`,
  ...(has_reporting ? [t`Reporting`] : []),
  ...(has_api ? [t`API keys and apps`] : []),
]
