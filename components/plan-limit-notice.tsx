import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatCount } from '@/components/format'
import { planLimitQuery } from '@/components/page-queries'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import type { PlanOverview } from '@/server/modules/accounts/plan-schema.ts'
import { limitState } from '@/server/modules/accounts/plan-values-schema.ts'

/** Tells owners and admins that the subscriber limit is reached or close. */
export function PlanLimitNotice() {
  const trpc = useTRPC()
  const enabled = useHasRole('admin')
  const { data } = useQuery(planLimitQuery(trpc, enabled))
  return data ? <LimitNotice plan={data} actions={<Link href="/settings/plan">View plan</Link>} /> : null
}

export function LimitNotice({
  plan: { used, subscriber_limit: limit },
  actions,
}: {
  plan: Pick<PlanOverview, 'used' | 'subscriber_limit'>
  actions?: ReactNode
}) {
  const state = limitState(used.subscribers, limit)
  if (state === 'free' || limit === null) return null
  if (state === 'near')
    return (
      <Alert tone="warning" title="You are close to your subscriber limit" actions={actions}>
        The plan has room for {formatCount(limit - used.subscribers, 'more subscriber')}.
      </Alert>
    )
  return (
    <Alert tone="danger" title="Your subscriber limit is reached" actions={actions}>
      The plan includes {formatCount(limit, 'active subscriber')}. You keep those you have, and new ones are refused.
    </Alert>
  )
}
