'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorState } from '@/components/error-state'
import { RowsSkeleton } from '@/components/loading'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import type { RunTrace } from '@/server/modules/automations/inspecting-schema.ts'
import { RunBadge } from './run-badge'

interface TraceSheetProps {
  /** The sheet is open while there is one. */
  run_id: number | null
  onClose: () => void
}

/** What happened to one subscriber at each step, why they are where they are, and what comes next. */
export function TraceSheet({ run_id, onClose }: TraceSheetProps) {
  const trpc = useTRPC()
  const trace = useQuery(
    trpc.automations.trace.queryOptions({ run_id: run_id ?? 1 }, { enabled: run_id !== null, staleTime: 0 }),
  )
  const run = run_id === null ? undefined : trace.data?.run
  return (
    <Sheet open={run_id !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent
        side="right"
        isReading
        title={run ? (run.first_name ?? run.email_address) : 'Subscriber'}
        description={run?.first_name ? run.email_address : undefined}
        className="sm:max-w-lg"
      >
        {trace.error ? (
          <ErrorState as="h3" error={trace.error} onRetry={() => void trace.refetch()} />
        ) : trace.data ? (
          <Trace trace={trace.data} />
        ) : (
          <RowsSkeleton rows={5} />
        )}
      </SheetContent>
    </Sheet>
  )
}

function Trace({ trace: { run, automation, entries, has_more, next } }: { trace: RunTrace }) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <RunBadge state={run.state} />
        <span className="text-muted-foreground text-sm">
          {automation.name}, version {run.version}
        </span>
        <Button asChild variant="outline" size="sm" className="ml-auto">
          <Link href={`/subscribers/${run.subscriber_id}`}>View subscriber</Link>
        </Button>
      </div>
      {run.problem ? (
        <Alert tone="warning" title="Held at this step">
          {run.problem}
        </Alert>
      ) : null}
      {next ? (
        <section className="grid gap-1 rounded-xl bg-muted p-4">
          <h3 className="font-semibold text-sm">Next: {next.label}</h3>
          <p className="text-sm">{next.message}</p>
          {next.at ? (
            <p className="text-muted-foreground text-sm">
              <DateTime at={next.at} />
            </p>
          ) : null}
        </section>
      ) : null}
      <section className="grid gap-3">
        <h3 className="font-semibold text-sm">What happened</h3>
        {has_more ? <p className="text-muted-foreground text-sm">Older entries are not shown.</p> : null}
        <ol className="grid gap-4 border-border border-l-2 pl-4">
          {entries.map(({ id, label, message, at }) => (
            <li key={id} className="grid gap-0.5 text-sm">
              {label ? <span className="font-medium [overflow-wrap:anywhere]">{label}</span> : null}
              {/* Most steps have nothing to add to their name. */}
              {message === `${label}.` ? null : <span className="[overflow-wrap:anywhere]">{message}</span>}
              <span className="text-muted-foreground text-xs">
                <DateTime at={at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
