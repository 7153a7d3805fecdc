import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatCount } from '@/components/format'
import { Ellipsis, ListPlus, RotateCcw, UserMinus } from '@/components/generated/icons'
import { ProgressPanel } from '@/components/progress-panel'
import { RelativeTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { useAction } from '@/components/use-action'
import type { ChangeAction, SequenceChangeRow } from '@/server/modules/sequences/change-schema.ts'
import { actionTexts } from '../change-text'

/** Progress of running changes, and the result of the last one. */
export function RunningChanges({ sequence_id }: { sequence_id: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const changes = useQuery(
    trpc.sequences.changes.queryOptions(
      { sequence_id },
      { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 1_000 : false), staleTime: 0 },
    ),
  )
  const cancel = useAction(trpc.sequences.cancelChange, { invalidates: trpc.sequences, evenAfterErrors: true })
  const running = changes.data?.filter(isRunning) ?? []
  const last = changes.data?.find((change) => !isRunning(change))
  const last_id = last?.id
  const has_loaded = changes.data !== undefined
  const seen = useRef<{ running: number; last_id: number | undefined }>(undefined)
  useEffect(() => {
    if (!has_loaded) return
    const before = seen.current
    seen.current = { running: running.length, last_id }
    // Completed changes make the page's list and counts outdated, even if they were never seen running.
    if (before && (running.length < before.running || last_id !== before.last_id))
      void client.invalidateQueries(trpc.sequences.pathFilter())
  }, [has_loaded, running.length, last_id, client, trpc])
  if (running.length === 0) return last ? <LastChange change={last} /> : null
  return running.map((change) => (
    <ProgressPanel
      key={change.id}
      title={actionTexts[change.action].running}
      description={change.source_name}
      noun="subscribers"
      done={Math.min(change.done, change.total)}
      total={change.total}
      state="running"
      actions={
        <IfRole atLeast="editor">
          <Button
            variant="outline"
            size="sm"
            pending={cancel.isPending}
            onClick={() => cancel.start({ id: change.id })}
          >
            Cancel
          </Button>
        </IfRole>
      }
    />
  ))
}

const isRunning = ({ state }: SequenceChangeRow) => state === 'running'

function LastChange({ change }: { change: SequenceChangeRow }) {
  const { action, changed, source_name, state, ended_at } = change
  return (
    <p className="figures text-muted-foreground text-sm">
      {actionTexts[action].done} {formatCount(changed, 'subscriber')} · {source_name}
      {state === 'canceled' ? ' · Canceled' : ''}
      {ended_at ? (
        <>
          {' '}
          · <RelativeTime at={ended_at} />
        </>
      ) : null}
    </p>
  )
}

/** Menu of changes to a set of subscribers. */
export function ChangeMenu({ onChoose }: { onChoose: (action: ChangeAction) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <Ellipsis aria-hidden /> Change many
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem icon={ListPlus} label="Add by tag or segment" onSelect={() => onChoose('add')} />
        <DropdownMenuItem icon={RotateCcw} label="Restart subscribers" onSelect={() => onChoose('restart')} />
        <DropdownMenuItem
          icon={UserMinus}
          label="Remove subscribers"
          variant="destructive"
          onSelect={() => onChoose('remove')}
        />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
