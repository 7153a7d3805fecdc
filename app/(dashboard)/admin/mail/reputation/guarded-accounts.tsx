'use client'

import { useQuery } from '@tanstack/react-query'
import { BounceWave } from '@/components/bounce-wave'
import { DataTable } from '@/components/data-table'
import { CirclePause, TriangleAlert } from '@/components/generated/icons'
import { Page, PageHeader } from '@/components/page-header'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'

/** Accounts warned or paused by the reputation guard. */
export function GuardedAccounts() {
  const trpc = useTRPC()
  const accounts = useQuery(trpc.reputation.guarded.queryOptions())
  return (
    <Page>
      <PageHeader
        title="Sending health of accounts"
        description="Accounts with too many bounces or complaints. Their owners and admins resume sending."
      />
      <WaitingBounces />
      <DataTable
        caption="Sending health of accounts"
        rows={accounts.data}
        rowId={({ account_id, domain }) => `${account_id} ${domain}`}
        query={accounts}
        columns={[
          {
            header: 'Account',
            lines: ({ account_name, summary }) => [account_name, summary],
          },
          {
            header: 'State',
            phone: 'aside',
            cell: ({ state }) =>
              state === 'paused' ? (
                <StatusBadge label="Paused" tone="danger" icon={CirclePause} />
              ) : (
                <StatusBadge label="Warned" tone="warning" icon={TriangleAlert} />
              ),
          },
          {
            header: 'Since',
            align: 'end',
            phone: 'plain',
            ago: ({ since }) => since,
          },
        ]}
        empty={{
          illustration: 'inbox',
          title: 'All accounts are fine',
          description: 'Accounts appear here at 0.1% complaints or 5% bounces.',
        }}
      />
    </Page>
  )
}

/** Bounces in all accounts that wait for a decision. */
function WaitingBounces() {
  const trpc = useTRPC()
  const waves = useQuery(trpc.bounce_waves.all.queryOptions())
  const decide = useAction(trpc.bounce_waves.decideOf, { invalidates: trpc.bounce_waves })
  return waves.data?.map((wave) => (
    <BounceWave
      key={`${wave.account_id} ${wave.id}`}
      wave={wave}
      account_name={wave.account_name}
      onDecide={(decision) => decide.run({ account_id: wave.account_id, id: wave.id, decision })}
    />
  ))
}
