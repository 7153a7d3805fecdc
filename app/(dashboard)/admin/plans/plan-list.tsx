'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { formatCount, formatMinor, formatNumber } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { listText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { PlanRow } from '@/server/modules/accounts/plan-schema.ts'
import { FREE } from '@/server/modules/accounts/values-schema.ts'

const PlanDialog = onDemand(async () => (await import('./plan-dialog')).PlanDialog)

/** The instance's plans: what accounts may use, and at what price. */
export function PlanList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [creating, setCreating] = useState(false)
  const [planToEdit, setPlanToEdit] = useState<PlanRow>()
  const [planToArchive, setPlanToArchive] = useState<PlanRow>()
  const [planToDelete, setPlanToDelete] = useState<PlanRow>()
  const plans = useQuery(trpc.admin.plans.list.queryOptions())
  const refresh = () => client.invalidateQueries(trpc.admin.plans.pathFilter())
  const archive = useAction(trpc.admin.plans.archive, { invalidates: trpc.admin.plans, done: 'Plan archived' })
  const restore = useAction(trpc.admin.plans.restore, { invalidates: trpc.admin.plans })
  const remove = useAction(trpc.admin.plans.remove, { invalidates: trpc.admin.plans })
  return (
    <Page>
      <PageHeader
        title="Plans"
        description="Limits, features and prices of accounts. Changes take effect within seconds."
        actions={
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden /> New plan
          </Button>
        }
      />
      <DataTable
        caption="Plans"
        rows={plans.data}
        rowId={({ key }) => key}
        rowLabel={({ name }) => name}
        query={plans}
        columns={[
          {
            header: 'Plan',
            lines: ({ name, key, description }) => [
              name,
              <>
                <code>{key}</code>
                {description ? ` · ${description}` : null}
              </>,
            ],
          },
          { header: 'State', phone: 'aside', cell: (plan) => <State plan={plan} /> },
          { header: 'Includes', phone: 'plain', cell: (plan) => <Limits plan={plan} /> },
          {
            header: 'Price',
            phone: 'plain',
            cell: (plan) => (
              <span className="grid gap-0.5 text-sm">
                {pricesOf(plan).map((price) => (
                  <span key={price} className="figures whitespace-nowrap">
                    {price}
                  </span>
                ))}
                {plan.trial_days > 0 ? (
                  <span className="text-muted-foreground text-xs">{formatCount(plan.trial_days, 'day')} of trial</span>
                ) : null}
              </span>
            ),
          },
          {
            header: 'Accounts',
            align: 'end',
            cell: ({ key, accounts }) => (
              <Link
                className="figures relative underline-offset-4 hover:underline"
                href={`/admin/accounts?plan=${key}`}
                aria-label={formatCount(accounts, 'account')}
              >
                {formatNumber(accounts)}
              </Link>
            ),
          },
        ]}
        rowActions={(plan) => (
          <RowMenu name={plan.name}>
            <DropdownMenuItem onSelect={() => setPlanToEdit(plan)}>Edit</DropdownMenuItem>
            {plan.is_archived ? (
              <DropdownMenuItem onSelect={() => restore.start(plan, `Restored “${plan.name}”`)}>
                Restore
              </DropdownMenuItem>
            ) : plan.key === FREE || plan.is_default ? null : (
              <DropdownMenuItem onSelect={() => setPlanToArchive(plan)}>Archive</DropdownMenuItem>
            )}
            {plan.accounts > 0 || plan.key === FREE || plan.is_default ? null : (
              <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => setPlanToDelete(plan)} />
            )}
          </RowMenu>
        )}
        empty={{ illustration: 'search', title: 'No plans', description: 'Create a plan so accounts have limits.' }}
      />
      <PlanDialog open={creating} onClose={() => setCreating(false)} onSaved={refresh} />
      <PlanDialog
        key={planToEdit?.key}
        plan={planToEdit}
        open={Boolean(planToEdit)}
        onClose={() => setPlanToEdit(undefined)}
        onSaved={refresh}
      />
      <ConfirmDialog
        open={Boolean(planToArchive)}
        onClose={() => setPlanToArchive(undefined)}
        title={planToArchive ? `Archive “${planToArchive.name}”?` : null}
        description={
          planToArchive
            ? `New accounts can no longer use it. ${planToArchive.accounts === 0 ? 'No account has it.' : `${formatCount(planToArchive.accounts, 'account')} on it keep it.`}`
            : null
        }
        confirmLabel="Archive plan"
        onConfirm={() => planToArchive && archive.run({ key: planToArchive.key })}
      />
      <DeleteDialog
        row={planToDelete}
        name={({ name }) => name}
        description={() => 'No account has this plan. Its key can be used again.'}
        confirmLabel="Delete plan"
        done="Plan deleted"
        onDelete={({ key }) => remove.run({ key })}
        onClose={() => setPlanToDelete(undefined)}
      />
    </Page>
  )
}

function State({ plan: { is_archived, is_default } }: { plan: PlanRow }) {
  if (is_archived) return <Badge tone="neutral">Archived</Badge>
  if (is_default) return <Badge tone="info">New accounts</Badge>
  return <span className="text-muted-foreground">Active</span>
}

function Limits({ plan }: { plan: PlanRow }) {
  const { subscriber_limit, member_limit, has_reporting, has_api, own_limits } = plan
  const parts = [
    subscriber_limit === null ? 'Any number of subscribers' : formatCount(subscriber_limit, 'subscriber'),
    member_limit === null ? t`any number of members` : formatCount(member_limit, 'member'),
    has_reporting ? 'reporting' : null,
    has_api ? 'API' : 'no API',
  ].filter((part) => part !== null)
  return (
    <span className="grid gap-0.5 text-sm">
      <span>{listText(parts)}</span>
      {own_limits > 0 ? (
        <span className="text-muted-foreground text-xs">
          {formatCount(own_limits, 'account')} with a subscriber limit of their own
        </span>
      ) : null}
    </span>
  )
}

const pricesOf = ({ price_month, price_year, currency }: PlanRow): string[] => {
  const prices = [
    price_month === null ? [] : `${formatMinor(price_month, currency)} a month`,
    price_year === null ? [] : `${formatMinor(price_year, currency)} a year`,
  ].flat()
  return prices.length > 0 ? prices : ['No price']
}
