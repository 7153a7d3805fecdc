'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { RunBadge } from '../../automations/[id]/runs/run-badge'
import { TraceSheet } from '../../automations/[id]/runs/trace-sheet'

/** The automations that the subscriber is or was in. Each opens what happened there. */
export function AutomationsCard({ subscriber_id }: { subscriber_id: number }) {
  const trpc = useTRPC()
  const [run, setRun] = useState<number | null>(null)
  const runs = useQuery(trpc.automations.ofSubscriber.queryOptions({ subscriber_id, per_page: 10 }))
  if (!runs.error && !runs.data?.rows.length) return null
  return (
    <Card>
      <CardHeader title="Automations" />
      <CardContent>
        {runs.error ? <p className="text-destructive-ink text-sm">{errorText(runs.error)}</p> : null}
        <ul className="grid gap-4">
          {runs.data?.rows.map(({ run_id, automation_name, state, label, problem, entered_at }) => (
            <li key={run_id} className="grid min-w-0 gap-1 text-sm">
              <div className="flex items-start justify-between gap-2">
                <button
                  type="button"
                  className="line-clamp-2 text-left font-medium hover:underline [overflow-wrap:anywhere]"
                  onClick={() => setRun(run_id)}
                >
                  {automation_name}
                </button>
                <RunBadge state={state} />
              </div>
              {problem ? <span className="text-warning-ink">{problem}</span> : null}
              <span className="text-muted-foreground">
                {label ? `${label} · ` : ''}entered <RelativeTime at={entered_at} />
              </span>
            </li>
          ))}
        </ul>
        <TraceSheet run_id={run} onClose={() => setRun(null)} />
      </CardContent>
    </Card>
  )
}
