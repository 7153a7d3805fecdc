import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { History, X } from '@/components/generated/icons'
import { ProgressPanel } from '@/components/progress-panel'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { useRate } from '@/components/use-rate'
import type { BulkAction } from '@/server/modules/bulk-actions/schema.ts'
import { bulkActionsQuery } from '../queries'
import { isWorking, UndoButton, useUndoAction } from './bulk-actions'
import { actionTitle, resultText } from './bulk-text'

/** Time for which an ended action is still shown above the list. */
const SHOWN_MS = 10 * 60_000

/** Running and recently ended actions with an undo, and a link to earlier ones. */
export function BulkProgress() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [closedIds, setClosedIds] = useState<number[]>([])
  const rows = useQuery(bulkActionsQuery(trpc)).data ?? NONE
  useNoticeOfEnd(rows)
  const progress = rows.filter(isWorking).reduce((sum, { done, undone }) => sum + done + undone, 0)
  const working = rows.filter(isWorking).length
  const seen = useRef({ working, progress })
  useEffect(() => {
    // Refetch, to show the changes so far.
    if (seen.current.working > working || seen.current.progress !== progress)
      void client.invalidateQueries(trpc.subscribers.pathFilter())
    seen.current = { working, progress }
  }, [client, trpc, working, progress])
  const ended = rows.find((row) => !isWorking(row))
  const shown = rows.filter((row) => isWorking(row) || (row === ended && isRecent(row) && !closedIds.includes(row.id)))
  if (rows.length === 0) return null
  return (
    <div className="grid gap-3">
      {shown.map((row) => (
        <ActionPanel key={`${row.id} ${row.state}`} action={row} onClose={() => setClosedIds([...closedIds, row.id])} />
      ))}
      <LinkButton variant="link" size="sm" className="w-fit" href="/activity#bulk-changes">
        <History aria-hidden /> Recent bulk changes
      </LinkButton>
    </div>
  )
}

const NONE: BulkAction[] = []

/** Announces the result of an action that this page has shown running, wherever the user is in the list. */
function useNoticeOfEnd(rows: readonly BulkAction[]) {
  const { run: undo } = useUndoAction()
  const working = useRef(new Set<number>())
  useEffect(() => {
    for (const row of rows) {
      if (isWorking(row)) working.current.add(row.id)
      else if (working.current.delete(row.id)) {
        const { id, can_undo } = row
        if (can_undo) toastWithUndo(resultText(row), () => undo({ id }))
        else toast.success(resultText(row))
      }
    }
  }, [rows, undo])
}

const isRecent = ({ ended_at }: BulkAction) => ended_at !== null && Date.now() - Date.parse(ended_at) < SHOWN_MS

function ActionPanel({ action, onClose }: { action: BulkAction; onClose: () => void }) {
  const trpc = useTRPC()
  const is_undo = action.state === 'undoing' || action.state === 'undone'
  const done = is_undo ? action.undone + action.kept : action.done
  const ratePerSecond = useRate(done)
  const cancel = useAction(trpc.bulk_actions.cancel, { invalidates: trpc.bulk_actions })
  if (!isWorking(action))
    return (
      <section
        aria-label={actionTitle(action)}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-xl border border-border bg-card px-4 py-3 shadow-xs"
      >
        <div role="status" className="grid min-w-0 flex-1 basis-60 gap-0.5 text-sm">
          <span className="break-words font-medium">{actionTitle(action)}</span>
          <span className="text-muted-foreground">{resultText(action)}</span>
        </div>
        <div className="flex items-center gap-1">
          <UndoButton action={action} />
          <IconButton icon={X} label="Hide" onClick={onClose} />
        </div>
      </section>
    )
  return (
    <ProgressPanel
      title={actionTitle(action)}
      noun="subscribers"
      done={done}
      total={is_undo ? action.changed : Math.max(action.total, action.done)}
      state="running"
      ratePerSecond={ratePerSecond}
      description="You can leave this page; it keeps running."
      actions={
        is_undo ? null : (
          <Button
            variant="outline"
            size="sm"
            pending={cancel.isPending}
            onClick={() => cancel.start({ id: action.id })}
          >
            Cancel
          </Button>
        )
      }
    />
  )
}
