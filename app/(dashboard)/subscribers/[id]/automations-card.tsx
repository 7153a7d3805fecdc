import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { RelativeTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { onDemand } from '@/components/ui/on-demand'
import type { SubscriberRun } from '@/server/modules/automations/inspecting-schema.ts'
import { RunBadge } from '../../automations/[id]/runs/run-badge'
import { AddToAutomation } from './add-to-automation'
import { anyAutomationQuery, runsQuery } from './queries'

const TraceSheet = onDemand(async () => (await import('../../automations/[id]/runs/trace-sheet')).TraceSheet)

/** Fewer automations need no search. */
const SEARCHED_FROM = 3

/** The subscriber's current and past automations, each with its history. */
export function AutomationsCard({ subscriber_id, name }: { subscriber_id: number; name: string }) {
  const trpc = useTRPC()
  const [run, setRun] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  const query = search.trim() || undefined
  const runs = useInfiniteQuery({ ...runsQuery(trpc, subscriber_id, query), placeholderData: keepPreviousData })
  const any = useQuery(anyAutomationQuery(trpc))
  const rows = runs.data?.pages.flatMap((page) => page.rows)
  if (!runs.error && !query && !rows?.length && !any.data?.rows.length) return null
  const may_search = query !== undefined || runs.hasNextPage || (rows?.length ?? 0) >= SEARCHED_FROM
  return (
    <SectionCard
      title="Automations"
      actions={
        <IfRole atLeast="editor">
          <AddToAutomation subscriber_id={subscriber_id} name={name} />
        </IfRole>
      }
      className="grid gap-4"
    >
      {may_search ? (
        <Input
          type="search"
          aria-label="Search automations"
          placeholder="Search automations"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      {runs.error ? <p className="text-destructive-ink text-sm">{errorText(runs.error)}</p> : null}
      {rows?.length === 0 ? (
        <p className="text-muted-foreground text-sm">{query ? 'No automations found.' : 'Not in an automation yet.'}</p>
      ) : null}
      {rows?.length ? (
        <ul className="grid gap-4">
          {rows.map((row) => (
            <RunRow key={row.run_id} run={row} onOpen={() => setRun(row.run_id)} />
          ))}
        </ul>
      ) : null}
      <ShowMore list={runs} className="justify-self-start" />
      <TraceSheet run_id={run} onClose={() => setRun(null)} />
    </SectionCard>
  )
}

function RunRow({ run, onOpen }: { run: SubscriberRun; onOpen: () => void }) {
  const { automation_name, state, label, problem, entered_at } = run
  return (
    <li className="grid min-w-0 gap-1 text-sm">
      <div className="flex items-start justify-between gap-2">
        <button
          type="button"
          className="line-clamp-2 text-start font-medium hover:underline [overflow-wrap:anywhere]"
          onClick={onOpen}
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
  )
}
