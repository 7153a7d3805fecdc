import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format'
import { RotateCcw } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { ServerReply } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { listText } from '@/server/lib/locale/formats.ts'
import type { HostView, TransportView } from '@/server/modules/transports/schema'
import { transportState, transportStates } from '../transport-state'

/** A transport with its state, the reply that caused it, its sent messages, and receivers that defer. */
export function TransportCard({ transport, host }: { transport: TransportView; host: HostView | undefined }) {
  const trpc = useTRPC()
  const { name, server, weight, domains, per_second, per_day, circuits, back_offs } = transport
  const retry = useAction(trpc.transports.try, {
    invalidates: trpc.transports,
    evenAfterErrors: true,
    onDone: ({ problem, capabilities }) =>
      problem === null
        ? toast.success(`${name} answers`, { description: listText(capabilities) })
        : toast.error(`${name} cannot be used`, { description: problem }),
  })
  const limits = [
    weight === 0 ? 'Only while no other can be used' : `Weight ${weight}`,
    domains ? listText(domains) : 'All sending domains',
    ...(per_second ? [`${formatNumber(per_second)} per second`] : []),
    ...(per_day ? [`${formatNumber(per_day)} per day`] : []),
  ]
  return (
    <SectionCard
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {name} <StatusBadge {...transportStates[transportState(transport)]} />
        </span>
      }
      description={[...(server === name ? [] : [server]), ...limits].join(' · ')}
      actions={
        <Button variant="outline" size="sm" disabled={retry.isPending} onClick={() => retry.start({ name })}>
          <RotateCcw aria-hidden /> Try now
        </Button>
      }
      className="grid gap-5"
    >
      {host && host.warnings.length > 0 ? (
        <Alert tone="warning" title={host.is_own ? 'Receivers may reject email of this server' : 'Check this server'}>
          {host.warnings.map((text) => (
            <p key={text} className="[overflow-wrap:anywhere]">
              {text}
            </p>
          ))}
        </Alert>
      ) : null}
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Accepted this hour" value={transport.accepted_hour} />
        <Figure label="Accepted, 24 hours" value={transport.accepted_day} />
        <Figure label="Deferred, 24 hours" value={transport.deferred_day} />
        <Figure label="Refused, 24 hours" value={transport.refused_day} />
      </dl>
      {host?.host_name ? <Host host={host} /> : null}
      {circuits.map(({ account_id, reply, since, probe_at }) => (
        <Section
          key={account_id ?? 0}
          title={account_id === null ? 'Not used for any account' : `Not used for account ${String(account_id)}`}
        >
          <p className="text-muted-foreground text-sm">
            Since <RelativeTime at={since} />.{' '}
            {probe_at ? (
              <>
                Next message tried <RelativeTime at={probe_at} />. Other transports take over.
              </>
            ) : null}
          </p>
          <ServerReply>{reply}</ServerReply>
        </Section>
      ))}
      {back_offs.length > 0 ? (
        <Section title="Receivers that defer">
          <ul className="grid gap-3">
            {back_offs.map(({ receiver, reply, until }) => (
              <li key={receiver} className="text-sm">
                <span className="font-medium">{receiver}</span>{' '}
                <span className="text-muted-foreground">
                  Next message <RelativeTime at={until} />.
                </span>
                <ServerReply>{reply}</ServerReply>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {circuits.length === 0 && transport.last_error ? (
        <Section title="Last error, 24 hours">
          <ServerReply>{transport.last_error}</ServerReply>
        </Section>
      ) : null}
    </SectionCard>
  )
}

/** The server as receivers see it: host name, IP addresses and TLS. */
function Host({ host: { host_name, is_own, is_encrypted, addresses } }: { host: HostView }) {
  const matching = addresses.filter(({ is_matching }) => is_matching).map(({ address }) => address)
  return (
    <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
      Calls itself {host_name}
      {matching.length > 0 ? `, PTR record matches at ${listText(matching)}` : null}.{' '}
      {is_encrypted ? 'Connected with TLS.' : 'Connected without TLS.'}{' '}
      {is_own ? null : 'It delivers from its operator’s addresses.'}
    </p>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="figures font-semibold text-lg">{formatNumber(value)}</dd>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1 border-border border-t pt-4">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  )
}
