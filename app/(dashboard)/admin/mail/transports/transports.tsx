'use client'

import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/empty-state'
import { Loaded } from '@/components/loaded'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Skeleton } from '@/components/ui/skeleton'
import { TransportCard } from './transport-card'
import { WarmUps } from './warm-ups'

const REFETCH_MS = 5_000

/** Lists the transports of this instance with their current problems. */
export function Transports() {
  const trpc = useTRPC()
  const list = useQuery(trpc.transports.list.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  // Connects to each server and queries DNS, so it is not refetched.
  const hosts = useQuery(trpc.transports.hosts.queryOptions(undefined, { staleTime: 300_000 }))
  return (
    <Page>
      <PageHeader
        title="Transports"
        description="The mail servers and relays of this instance. Change them in the settings SMTP_URL or TRANSPORTS."
      />
      <Loaded query={list} keepsData loading={<Skeleton className="h-48 w-full rounded-2xl" />}>
        {(servers) =>
          servers.length === 0 ? (
            <EmptyState
              illustration="inbox"
              title="No transport is set"
              description="Emails are caught and shown under Caught emails. Set SMTP_URL or TRANSPORTS to send them."
            />
          ) : (
            <div className="grid gap-6">
              {servers.map((transport) => (
                <TransportCard
                  key={transport.name}
                  transport={transport}
                  host={hosts.data?.find((host) => host.transport === transport.name)}
                />
              ))}
              <WarmUps />
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
