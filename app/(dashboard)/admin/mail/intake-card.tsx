import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '@/components/format'
import { CircleCheck, CircleDashed, Clock } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { IntakeState } from '@/server/modules/bounces/schema.ts'
import { SOURCES } from './sources'

const REFETCH_MS = 30_000
/** Reports are normally applied within seconds. */
const LATE_MS = 5 * 60_000

/** Sources of bounces and complaints, with their latest arrival and waiting reports. */
export function IntakeCard() {
  const trpc = useTRPC()
  const intake = useQuery(trpc.unmatched_reports.intake.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  return (
    <SectionCard
      title="Bounce intake"
      description="Bounces and complaints that arrive after a server accepted the message."
      actions={
        <LinkButton variant="outline" size="sm" href="/admin/mail/reports">
          View unmatched reports
        </LinkButton>
      }
    >
      <Loaded query={intake} as="h3" keepsData loading={<Skeleton className="h-24 w-full" />}>
        {(data) => <Intake intake={data} />}
      </Loaded>
    </SectionCard>
  )
}

function Intake({ intake: { ways, sources, waiting, oldest_waiting_at, failing } }: { intake: IntakeState }) {
  const names = [...new Set([...ways.map(({ source }) => source), ...sources.map(({ source }) => source)])]
  const is_late = oldest_waiting_at !== null && Date.now() - Date.parse(oldest_waiting_at) > LATE_MS
  return (
    <div className="grid gap-4 text-sm">
      {ways.length === 0 ? (
        <Alert tone="warning" title="No intake is configured">
          Only bounces at the hand-over are noticed. Set BOUNCE_DOMAIN and BOUNCE_SMTP_PORT, BOUNCE_IMAP_URL, or the
          secret of your provider’s webhook.
        </Alert>
      ) : null}
      {names.length > 0 ? (
        <ul className="grid gap-3">
          {names.map((name) => {
            const way = ways.find(({ source }) => source === name)
            const last = sources.find(({ source }) => source === name)
            return (
              <li key={name} className="grid gap-0.5">
                <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <span className="font-medium">{SOURCES[name] ?? name}</span>
                  {way ? (
                    <StatusBadge label="Configured" tone="success" icon={CircleCheck} />
                  ) : (
                    <StatusBadge label="Not configured" tone="neutral" icon={CircleDashed} />
                  )}
                </span>
                <span className="text-muted-foreground [overflow-wrap:anywhere]">
                  {way ? `${way.detail}. ` : null}
                  {last ? (
                    <>
                      Last report <RelativeTime at={last.last_at} />
                      {last.unmatched > 0 ? `, ${formatNumber(last.unmatched)} recent ones match no message` : null}.
                    </>
                  ) : (
                    'No report yet.'
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-border border-t pt-4">
        {waiting === 0 ? (
          'No message waits to be applied.'
        ) : (
          <>
            {formatCount(waiting, 'message')} wait to be applied
            {oldest_waiting_at ? (
              <>
                , the oldest since <RelativeTime at={oldest_waiting_at} />
              </>
            ) : null}
            {failing > 0 ? `; ${formatNumber(failing)} were tried before` : null}.
            {is_late ? <StatusBadge label="Late" tone="danger" icon={Clock} /> : null}
          </>
        )}
      </p>
    </div>
  )
}
