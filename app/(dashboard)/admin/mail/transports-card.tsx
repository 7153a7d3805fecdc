import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { formatCount, formatNumber } from '@/components/format'
import { Loaded } from '@/components/loaded'
import { StatusBadge } from '@/components/status-badge'
import { ServerReply } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { transportState, transportStates } from './transport-state'

const REFETCH_MS = 10_000

/** Each transport with its state and the reply that caused it, and accounts whose sending is paused. */
export function TransportsCard() {
  const trpc = useTRPC()
  const list = useQuery(trpc.transports.list.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  const pauses = useQuery(trpc.reputation.guarded.queryOptions())
  const pauseCount = pauses.data?.filter(({ state }) => state === 'paused').length ?? 0
  return (
    <SectionCard
      title="Transports"
      description="The mail servers and relays that take email."
      actions={
        <LinkButton variant="outline" size="sm" href="/admin/mail/transports">
          View transports
        </LinkButton>
      }
      className="grid gap-4"
    >
      <Loaded query={list} as="h3" keepsData loading={<Skeleton className="h-24 w-full" />}>
        {(data) =>
          data.length === 0 ? (
            <p className="text-muted-foreground text-sm">
              No transport is set, so emails are caught. Set SMTP_URL or TRANSPORTS to send them.
            </p>
          ) : (
            <ul className="grid gap-4">
              {data.map((transport) => (
                <li key={transport.name} className="grid gap-1 text-sm">
                  <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <span className="font-medium [overflow-wrap:anywhere]">{transport.name}</span>
                    <StatusBadge {...transportStates[transportState(transport)]} />
                  </span>
                  <span className="text-muted-foreground">
                    {formatNumber(transport.accepted_day)} accepted, {formatNumber(transport.deferred_day)} deferred,{' '}
                    {formatNumber(transport.refused_day)} refused in 24 hours
                  </span>
                  {transport.circuits.slice(0, 2).map(({ account_id, reply }) => (
                    <ServerReply key={account_id ?? 0}>{reply}</ServerReply>
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {pauses.data ? (
        <p className="border-border border-t pt-4 text-sm">
          <Link href="/admin/mail/reputation" className="text-primary-ink underline underline-offset-4">
            Sending health
          </Link>
          :{' '}
          {pauses.data.length === 0
            ? 'no account is warned or paused.'
            : `${formatCount(pauseCount, 'pause')} and ${formatCount(pauses.data.length - pauseCount, 'warning')} of accounts.`}
        </p>
      ) : null}
    </SectionCard>
  )
}
