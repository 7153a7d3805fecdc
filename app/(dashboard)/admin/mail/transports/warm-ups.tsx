import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format'
import { SkipWarmUpButton } from '@/components/skip-warm-up-button'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'

/** Sending domains in warm-up, with today's limits. */
export function WarmUps() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.transports.warmUps.queryOptions(undefined, { refetchInterval: 30_000 }))
  if (!data || data.length === 0) return null
  return (
    <SectionCard
      title="Sending domains that warm up"
      description="A new domain starts with few messages per day. Skip the warm-up of a domain that has sent as much elsewhere."
    >
      <ul className="grid gap-4">
        {data.map(({ domain, day, allowance, used }) => (
          <li key={domain} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <span className="grid min-w-0 gap-0.5">
              <span className="font-medium [overflow-wrap:anywhere]">{domain}</span>
              <span className="text-muted-foreground">
                Day {day}: {formatNumber(used)} of {formatNumber(allowance)} messages sent
              </span>
            </span>
            <SkipWarmUpButton domain={domain} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
