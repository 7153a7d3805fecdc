import { useQuery } from '@tanstack/react-query'
import { formatLocal } from '@/components/format'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import type { SendPlan } from '@/server/modules/broadcasts/plan-schema.ts'

interface ScheduledNoticeProps {
  id: number
  /** Start of sending. By time zone, the hour in the world's earliest time zone, even if no subscriber is there. */
  send_at: string
  plan: SendPlan | null
}

/** Shows when a scheduled broadcast is sent, and until when it can be edited. */
export function ScheduledNotice({ id, send_at, plan }: ScheduledNoticeProps) {
  const trpc = useTRPC()
  const is_zoned = plan?.kind === 'time_zones'
  const { data } = useQuery(trpc.broadcasts.prediction.queryOptions({ id, plan }, { enabled: is_zoned, retry: false }))
  if (!is_zoned)
    return (
      <Alert
        tone="info"
        title={
          <>
            Scheduled for <DateTime at={send_at} />. You can edit it until then.
          </>
        }
      />
    )
  const first = data?.times.find(({ at }) => at !== null)?.at
  return (
    <Alert tone="info" title={`Scheduled for ${formatLocal(plan.at)}, in each subscriber’s time zone.`}>
      {first ? (
        <p>
          The first subscribers get it on <DateTime at={first} />.
        </p>
      ) : null}
      <p>
        You can edit it until <DateTime at={send_at} />.
      </p>
    </Alert>
  )
}
