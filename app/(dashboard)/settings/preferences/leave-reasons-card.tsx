'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { LeaveReason } from '@/server/modules/preferences/schema.ts'
import { LEAVE_REASONS } from '@/server/modules/preferences/values-schema.ts'

const LABELS: Record<LeaveReason, string> = {
  too_many: 'Too many emails',
  not_relevant: 'Not about what they want to read',
  never_signed_up: 'They never signed up',
  other: 'Another reason',
}

/** Subscribers' reasons for leaving. */
export function LeaveReasonsCard() {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.preferences.leaveReasons.queryOptions())
  return (
    <SectionCard
      title="Why subscribers left"
      description={`Optional answers after unsubscribing, in the last ${data?.days ?? 90} days.`}
    >
      {error ? (
        <ErrorState as="h3" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="grid gap-5">
          <dl className="grid gap-2 text-sm sm:grid-cols-2">
            {LEAVE_REASONS.map((reason) => (
              <div key={reason} className="flex justify-between gap-4 rounded-lg bg-muted px-3 py-2">
                <dt>{LABELS[reason]}</dt>
                <dd className="font-medium tabular-nums">{formatNumber(data.counts[reason])}</dd>
              </div>
            ))}
          </dl>
          {data.comments.length > 0 ? (
            <ul className="grid gap-3 text-sm" aria-label="Latest comments">
              {data.comments.map(({ comment, given_at }) => (
                <li key={given_at + comment} className="border-border border-s-2 ps-3">
                  <p className="wrap-anywhere">{comment}</p>
                  <p className="text-muted-foreground text-xs">
                    <RelativeTime at={given_at} />
                  </p>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : (
        <Skeleton className="h-24 w-full rounded-xl" />
      )}
    </SectionCard>
  )
}
