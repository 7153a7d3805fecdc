import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/error-state'
import {
  ArrowDownToLine,
  Check,
  Clock,
  Flag,
  LogOut,
  type LucideIcon,
  Move,
  RotateCcw,
  TriangleAlert,
} from '@/components/generated/icons'
import { RowsSkeleton } from '@/components/loading'
import { DateTime } from '@/components/relative-time'
import { ShowMore } from '@/components/show-more'
import { useTRPC, useTRPCClient } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { cn } from '@/components/ui/cn'
import { LinkButton } from '@/components/ui/link-button'
import { Sheet } from '@/components/ui/sheet'
import type { RunTrace, TraceEntry } from '@/server/modules/automations/inspecting-schema.ts'
import { RunBadge } from './run-badge'

interface TraceSheetProps {
  /** Null: the sheet is closed. */
  run_id: number | null
  onClose: () => void
}

/** A subscriber’s history in the automation: each step and its result, the current step, and the next one. */
export function TraceSheet({ run_id, onClose }: TraceSheetProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const trace = useInfiniteQuery({
    queryKey: [...trpc.automations.pathKey(), 'trace', run_id],
    queryFn: ({ pageParam: before }) =>
      client.automations.trace.query({ run_id: run_id ?? 0, ...(before === undefined ? {} : { before }) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, entries }) => (has_more ? entries[0]?.id : undefined),
    enabled: run_id !== null,
    staleTime: 0,
  })
  const [latest] = trace.data?.pages ?? []
  const run = run_id === null ? undefined : latest?.run
  return (
    <Sheet
      open={run_id !== null}
      onClose={onClose}
      isReading
      title={run ? (run.first_name ?? run.email_address) : 'Subscriber'}
      description={run?.first_name ? run.email_address : undefined}
      className="sm:max-w-lg"
    >
      {trace.error ? (
        <ErrorState as="h3" query={trace} />
      ) : latest ? (
        <Trace
          trace={latest}
          // Pages go back in time, while their entries are oldest first.
          entries={trace.data?.pages.toReversed().flatMap(({ entries }) => entries) ?? []}
          kept_days={trace.data?.pages.at(-1)?.kept_days ?? null}
          older={<ShowMore list={trace} label="Show older entries" className="justify-self-start" />}
        />
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </Sheet>
  )
}

interface TraceProps {
  trace: RunTrace
  /** Oldest first. */
  entries: readonly TraceEntry[]
  kept_days: number | null
  /** Loads earlier entries. */
  older: ReactNode
}

function Trace({ trace: { run, automation, has_more, next }, entries, kept_days, older }: TraceProps) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <RunBadge state={run.state} />
        <span className="text-muted-foreground text-sm">
          {automation.name}, version {run.version}
        </span>
        <LinkButton variant="outline" size="sm" className="ms-auto" href={`/subscribers/${run.subscriber_id}`}>
          View subscriber
        </LinkButton>
      </div>
      {next ? <Next next={next} is_held={run.state === 'held'} /> : null}
      <section className="grid gap-3">
        <h3 className="font-semibold text-sm">What happened</h3>
        {has_more ? older : null}
        {kept_days ? (
          <p className="text-muted-foreground text-sm">
            Entries older than {kept_days} days were deleted. Change how long they are kept in{' '}
            <Link href="/settings/general" className="underline underline-offset-4">
              Settings
            </Link>
            .
          </p>
        ) : null}
        <ol className="grid">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </section>
    </div>
  )
}

/** Explains why they are there, and what happens next. */
function Next({ next: { label, message, at }, is_held }: { next: NonNullable<RunTrace['next']>; is_held: boolean }) {
  const time = at ? <DateTime at={at} /> : null
  if (is_held)
    return (
      <Alert tone="warning" title={`Stuck: ${label}`}>
        {message} {time}
      </Alert>
    )
  return (
    <section className="grid gap-1 rounded-xl bg-muted p-4">
      <h3 className="font-semibold text-sm">Next: {label}</h3>
      <p className="text-sm">{message}</p>
      {time ? <p className="text-muted-foreground text-sm">{time}</p> : null}
    </section>
  )
}

const EVENTS: Record<string, { icon: LucideIcon; style: string }> = {
  entered: { icon: ArrowDownToLine, style: 'bg-stamp-soft text-stamp-ink' },
  passed: { icon: Check, style: 'bg-secondary text-muted-foreground' },
  waiting: { icon: Clock, style: 'bg-info-soft text-info-ink' },
  moved: { icon: Move, style: 'bg-info-soft text-info-ink' },
  failed: { icon: TriangleAlert, style: 'bg-warning-soft text-warning-ink' },
  retried: { icon: RotateCcw, style: 'bg-secondary text-muted-foreground' },
  completed: { icon: Flag, style: 'bg-success-soft text-success-ink' },
  left: { icon: LogOut, style: 'bg-secondary text-muted-foreground' },
}
const OTHER = { icon: Check, style: 'bg-secondary text-muted-foreground' }

function Entry({ entry: { event, label, message, at } }: { entry: TraceEntry }) {
  const { icon: Icon, style } = EVENTS[event] ?? OTHER
  return (
    <li className="group/entry grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3 pb-4 text-sm last:pb-0">
      <span
        className={cn(
          'relative grid size-7 place-items-center rounded-full after:absolute after:top-8 after:h-[calc(100%-0.25rem)] after:w-px after:bg-border group-last/entry:after:hidden',
          style,
        )}
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <span className="grid gap-0.5 pt-1">
        {label ? <span className="font-medium [overflow-wrap:anywhere]">{label}</span> : null}
        {/* Omits messages that only repeat the step's name. */}
        {message === `${label}.` ? null : <span className="[overflow-wrap:anywhere]">{message}</span>}
        <span className="text-muted-foreground text-xs">
          <DateTime at={at} />
        </span>
      </span>
    </li>
  )
}
