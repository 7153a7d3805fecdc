import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/error-state'
import { formatCount, formatNumber } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { SkipWarmUpButton } from '@/components/skip-warm-up-button'
import { ServerReply } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { Skeleton } from '@/components/ui/skeleton'

const REFETCH_MS = 30_000

/** Receivers that defer, domains in warm-up, and limits that emails are waiting for. */
export function LimitsCard() {
  const trpc = useTRPC()
  const live = { refetchInterval: REFETCH_MS }
  const transports = useQuery(trpc.transports.list.queryOptions())
  const warm_ups = useQuery(trpc.transports.warmUps.queryOptions(undefined, live))
  const waits = useQuery(trpc.transports.waits.queryOptions(undefined, live))
  const error = transports.error ?? warm_ups.error ?? waits.error
  const back_offs = (transports.data ?? []).flatMap(({ name, back_offs }) =>
    back_offs.map((one) => ({ ...one, transport: name })),
  )
  return (
    <SectionCard
      title="Throttles and warm-up"
      description="Limits that slow sending down now. Waiting messages are sent automatically."
      className="grid gap-6 lg:grid-cols-3"
    >
      {error ? (
        <ErrorState as="h3" error={error} onRetry={() => void waits.refetch()} />
      ) : !transports.data || !warm_ups.data || !waits.data ? (
        <Skeleton className="h-24 w-full lg:col-span-3" />
      ) : (
        <>
          <Group title="Receivers that defer" none="No receiver asks for a pause." count={back_offs.length}>
            {back_offs.map(({ transport, receiver, reply, until }) => (
              <li key={`${transport} ${receiver}`}>
                <span className="font-medium [overflow-wrap:anywhere]">{receiver}</span>{' '}
                <span className="text-muted-foreground">
                  over {transport}, next message <RelativeTime at={until} />.
                </span>
                <ServerReply>{reply}</ServerReply>
              </li>
            ))}
          </Group>
          <Group title="Warm-up" none="No sending domain is warming up." count={warm_ups.data.length}>
            {warm_ups.data.map(({ domain, day, allowance, used }) => (
              <li key={domain} className="grid gap-1.5">
                <span className="font-medium [overflow-wrap:anywhere]">{domain}</span>
                <Progress value={used} max={allowance} label={`${domain} messages today`} />
                <span className="flex flex-wrap items-center justify-between gap-2 text-muted-foreground">
                  Day {day}: {formatNumber(used)} of {formatNumber(allowance)}
                  <SkipWarmUpButton domain={domain} />
                </span>
              </li>
            ))}
          </Group>
          <Group title="Limits that delay emails" none="No email is waiting for a limit." count={waits.data.length}>
            {waits.data.map(({ cause, emails, accounts, until }) => (
              <li key={cause} className="grid gap-0.5">
                <span className="font-medium [overflow-wrap:anywhere]">{causeText(cause)}</span>
                <span className="text-muted-foreground">
                  {formatCount(emails, 'email')} of {formatCount(accounts, 'account')}, the last message{' '}
                  <RelativeTime at={until} />.
                </span>
              </li>
            ))}
          </Group>
        </>
      )}
    </SectionCard>
  )
}

const MAX_SHOWN = 8

function Group({
  title,
  none,
  count,
  children,
}: {
  title: string
  none: string
  count: number
  children: ReactNode[]
}) {
  return (
    <section className="grid content-start gap-3 text-sm">
      <h3 className="font-medium">{title}</h3>
      {count === 0 ? (
        <p className="text-muted-foreground">{none}</p>
      ) : (
        <ul className="grid gap-3">{children.slice(0, MAX_SHOWN)}</ul>
      )}
      {count > MAX_SHOWN ? <p className="text-muted-foreground">{formatNumber(count - MAX_SHOWN)} more.</p> : null}
    </section>
  )
}

/** Returns a limit's name from the key of its row (server/modules/transports/limits). */
function causeText(cause: string): string {
  const [kind, ...rest] = cause.split(' ')
  const target = rest.join(' ')
  switch (kind) {
    case 'back-off':
      return `${rest.at(-1)} pause over ${rest.slice(0, -1).join(' ')}`
    case 'account':
      return `Account ${target}’s hourly limit`
    case 'domain':
      return `${target} warm-up`
    case 'day':
      return `${target} daily limit`
    case 'receiver':
      return `${rest.at(-1)} rate over ${rest.slice(0, -1).join(' ')}`
    case 'transport':
      return `${target} rate`
    default:
      return cause
  }
}
