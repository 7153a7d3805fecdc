'use client'

import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { usePlans } from '../../plans/use-plans'
import { AccountActions } from './account-actions'
import { AccountNotes } from './account-notes'
import { ApiUse } from './api-use'
import { EditPlan } from './edit-plan'
import { FailedJobs } from './failed-jobs'
import { Apps, Health, Keys, Problems, Team, Webhooks } from './sections'
import { Storage } from './storage'
import { Suspensions } from './suspensions'

/** An account as administrators see it: its use and health, and actions. */
export function AccountView({ id: account_id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.admin.accounts.get.queryOptions({ account_id }))
  if (query.error)
    return <PageError query={query} title="Couldn’t load this account" href="/admin/accounts" label="All accounts" />
  if (!query.data) return <DetailLoading />
  const { data: account } = query
  return (
    <Page>
      <PageHeader
        back={{ href: '/admin/accounts', label: 'Accounts' }}
        title={account.name}
        badge={
          account.deletes_at ? (
            <Badge tone="danger">Will be deleted</Badge>
          ) : account.suspensions.length > 0 ? (
            <Badge tone="danger">Suspended</Badge>
          ) : undefined
        }
        description={
          <>
            Account {String(account.id)}, created <DateTime at={account.created_at} />.{' '}
            {account.last_seen_at ? (
              <>
                A member was last seen <RelativeTime at={account.last_seen_at} />.
              </>
            ) : (
              'No member has signed in yet.'
            )}
          </>
        }
        actions={
          <LinkButton variant="outline" href={`/admin/audit?account=${account.id}`}>
            Audit log
          </LinkButton>
        }
      />
      <Usage account={account} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Suspensions account={account} />
          <AccountActions account={account} />
          <Plan account={account} />
          <Team team={account.team} />
          <AccountNotes account_id={account.id} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Problems problems={account.problems} />
          <FailedJobs account_id={account.id} />
          <Health health={account.health} />
          <ApiUse use={account.api_use} />
          <Keys account={account} />
          <Webhooks account={account} />
          <Apps account={account} />
          <Storage storage={account.storage} />
        </div>
      </div>
    </Page>
  )
}

function Usage({ account: { usage, plan } }: { account: AccountDetail }) {
  const { subscriber_limit: limit } = plan
  return (
    <StatGroup>
      <Stat
        label="Active subscribers"
        value={formatNumber(usage.active_subscribers)}
        hint={limit === null ? 'No limit' : `of at most ${formatNumber(limit)}`}
      />
      <Stat label="All subscribers" value={formatNumber(usage.all_subscribers)} />
      <Stat label="Emails sent in 30 days" value={formatNumber(usage.sent_30_days)} />
    </StatGroup>
  )
}

function Plan({ account }: { account: AccountDetail }) {
  const { plan } = account
  const { nameOf } = usePlans()
  const dates: [string, string | null][] = [
    [t`Trial until`, plan.trial_lapse_date],
    [t`Renews`, plan.renews_at],
    [t`Ends`, plan.cancels_at],
  ]
  return (
    <SectionCard title="Plan" actions={<EditPlan account={account} />}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted-foreground">Plan</dt>
        <dd className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(plan.plan_type)}
          {plan.on_trial ? <Badge tone="info">Trial</Badge> : null}
        </dd>
        <dt className="text-muted-foreground">Limit</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {plan.subscriber_limit === null ? 'No limit' : `${formatNumber(plan.subscriber_limit)} active subscribers`}
          {plan.has_own_limit ? <Badge tone="info">Custom limit</Badge> : null}
        </dd>
        {dates.map(([label, at]) =>
          at ? (
            <div key={label} className="contents">
              <dt className="text-muted-foreground">{label}</dt>
              <dd>
                <DateTime at={at} />
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </SectionCard>
  )
}
