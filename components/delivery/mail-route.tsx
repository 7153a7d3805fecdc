import { useQuery } from '@tanstack/react-query'
import { routeQuery } from '@/components/delivery/route-query'
import { formatCount, formatNumber } from '@/components/format'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'

type RouteOf = { broadcast_id: number } | { sequence_email_id: number } | { automation_email_id: number }

/**
 * Shows the transports that carried an email and the limits that its messages are waiting for. Empty if there is only one transport and no
 * message is waiting.
 */
export function MailRoute({ of }: { of: RouteOf }) {
  const trpc = useTRPC()
  const { data } = useQuery(routeQuery(trpc, of))
  if (!data || (data.waiting.length === 0 && data.carried.length < 2)) return null
  return (
    <SectionCard
      title="Transport"
      description="Messages that wait for a limit stay queued and are sent automatically. No attempt is counted."
      className="grid gap-4 text-sm"
    >
      {data.waiting.length > 0 ? (
        <ul className="grid gap-3">
          {data.waiting.map(({ reason, detail, count, first_at, last_at }) => (
            <li key={`${reason} ${detail}`} className="grid gap-0.5">
              <span>
                <span className="figures font-medium">{formatCount(count, 'waiting message')}</span>
                {first_at === last_at ? (
                  <>
                    : <DateTime at={first_at} />
                  </>
                ) : (
                  <>
                    : <DateTime at={first_at} /> to <DateTime at={last_at} />
                  </>
                )}
              </span>
              <span className="text-muted-foreground [overflow-wrap:anywhere]">{detail}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {data.carried.length > 0 ? (
        <ul className="grid gap-1">
          {data.carried.map(({ transport, count }) => (
            <li key={transport} className="flex justify-between gap-4">
              <span className="min-w-0 [overflow-wrap:anywhere]">{transport}</span>
              <span className="figures">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}
