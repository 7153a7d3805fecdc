import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCrowd } from '@/components/format'
import { Undo2 } from '@/components/generated/icons'
import { ProgressPanel } from '@/components/progress-panel'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { useRate } from '@/components/use-rate'
import type { ImportSummary } from '@/server/modules/imports/schema.ts'
import { isUndoing } from '../import-state-badge'

const TITLES = {
  queued: 'Undo queued',
  running: 'Undoing import',
  stopped: 'Undo stopped',
  completed: 'Import undone',
} as const

function undoDescription({ created, updated }: ImportSummary['counts']): string {
  const ends = [
    created > 0 && `Deletes ${formatCrowd(created)} added by this import.`,
    updated > 0 && `Restores earlier values for ${formatCrowd(updated)}.`,
    'Subscribers who were changed, emailed or tagged since then are kept, and so are new tags and fields.',
  ]
  return ends.filter(Boolean).join(' ')
}

/** Undoes the import within a week, with progress and result. */
export function Undo({ file }: { file: ImportSummary }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(
    trpc.imports.progress.queryOptions(
      { id: file.id },
      {
        initialData: file,
        refetchInterval: ({ state }) => (isUndoing(state.data?.undo) ? 1_000 : false),
        staleTime: 0,
      },
    ),
  )
  const { undo, undo_until, counts } = query.data
  const hasChanged = undo?.state !== file.undo?.state
  useEffect(() => {
    if (hasChanged) void client.invalidateQueries(trpc.imports.get.queryFilter({ id: file.id }))
  }, [hasChanged, client, trpc, file.id])

  // Refetch after an error too: another tab may have undone it.
  const options = { invalidates: trpc.imports, evenAfterErrors: true }
  const request = useAction(trpc.imports.undo, options)
  const resume = useAction(trpc.imports.undo, options)
  const stop = useAction(trpc.imports.stopUndo, options)
  const rate = useRate(undo?.done_rows ?? 0)
  const changedCount = counts.created + counts.updated
  if (undo) {
    return (
      <ProgressPanel
        title={TITLES[undo.state]}
        description="Subscribers who were changed, emailed or tagged since then are kept. Download all rows to see the result of each."
        noun="rows"
        done={undo.done_rows}
        total={Math.max(changedCount, undo.done_rows)}
        state={undo.state === 'queued' ? 'waiting' : undo.state}
        ratePerSecond={rate}
        counts={[
          { label: 'Deleted', value: undo.removed, tone: 'success' },
          { label: 'Restored', value: undo.restored, tone: 'info' },
          { label: 'Kept', value: undo.kept, tone: 'warning' },
        ]}
        areParts
        actions={
          <IfRole atLeast="editor">
            {isUndoing(undo) ? (
              <Button variant="outline" pending={stop.isPending} onClick={() => stop.start({ id: file.id })}>
                Stop
              </Button>
            ) : undo.state === 'stopped' ? (
              <Button pending={resume.isPending} onClick={() => resume.start({ id: file.id })}>
                Resume
              </Button>
            ) : null}
          </IfRole>
        }
      />
    )
  }
  if (!undo_until || new Date(undo_until) < new Date() || changedCount === 0) return null
  return (
    <IfRole atLeast="editor">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-xl border border-border px-5 py-4">
        <p className="text-sm">
          This import can be undone until <DateTime at={undo_until} />.
        </p>
        <ConfirmDialog
          trigger={
            <Button variant="outline" size="sm">
              <Undo2 aria-hidden /> Undo import
            </Button>
          }
          title="Undo this import?"
          description={undoDescription(counts)}
          confirmLabel="Undo import"
          tone="destructive"
          onConfirm={() => request.run({ id: file.id })}
        />
      </div>
    </IfRole>
  )
}
