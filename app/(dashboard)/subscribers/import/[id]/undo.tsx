'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatPeople } from '@/components/format'
import { ProgressPanel } from '@/components/progress-panel'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useRate } from '@/components/use-rate'
import type { ImportSummary } from '@/server/modules/imports/schema.ts'
import { isUndoing } from '../import-state-badge'

const TITLES = {
  queued: 'Waiting to undo',
  running: 'Undoing',
  stopped: 'The undoing was stopped',
  completed: 'This import was undone',
} as const

function undoDescription({ created, updated }: ImportSummary['counts']): string {
  const ends = [
    created > 0 && `Removes ${formatPeople(created)} whom it brought.`,
    updated > 0 && `Gives ${formatPeople(updated)} whom it changed their former values back.`,
    'Who was changed, mailed or tagged since stays. Tags and fields that it made stay, too.',
  ]
  return ends.filter(Boolean).join(' ')
}

/** Takes the import back within a week: a button as long as it is possible, then what became of it. */
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

  // Also what is refused is looked at anew: somebody did it elsewhere.
  const done = { onSettled: () => client.invalidateQueries(trpc.imports.pathFilter()) }
  const told = { ...done, onError: (error: { message: string }) => toast.error(error.message) }
  const request = useMutation(trpc.imports.undo.mutationOptions(done))
  const resume = useMutation(trpc.imports.undo.mutationOptions(told))
  const stop = useMutation(trpc.imports.stopUndo.mutationOptions(told))
  const rate = useRate(undo?.done_rows ?? 0)
  const touched = counts.created + counts.updated
  if (undo) {
    return (
      <ProgressPanel
        title={TITLES[undo.state]}
        description="Who was changed, mailed or tagged since stays as they are. The file of all rows says what was done with each."
        noun="rows"
        done={undo.done_rows}
        total={Math.max(touched, undo.done_rows)}
        state={undo.state === 'queued' ? 'waiting' : undo.state}
        ratePerSecond={rate}
        counts={[
          { label: 'Removed', value: undo.removed, tone: 'success' },
          { label: 'Put back', value: undo.restored, tone: 'info' },
          { label: 'Kept', value: undo.kept, tone: 'warning' },
        ]}
        areParts
        actions={
          <IfRole atLeast="editor">
            {isUndoing(undo) ? (
              <Button variant="outline" pending={stop.isPending} onClick={() => stop.mutate({ id: file.id })}>
                Stop
              </Button>
            ) : undo.state === 'stopped' ? (
              <Button pending={resume.isPending} onClick={() => resume.mutate({ id: file.id })}>
                Go on
              </Button>
            ) : null}
          </IfRole>
        }
      />
    )
  }
  if (!undo_until || new Date(undo_until) < new Date() || touched === 0) return null
  return (
    <IfRole atLeast="editor">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-xl border border-border px-5 py-4">
        <p className="text-sm">
          This import can be undone until <DateTime at={undo_until} />.
        </p>
        <ConfirmDialog
          trigger={
            <Button variant="outline" size="sm">
              <Undo2 aria-hidden /> Undo this import
            </Button>
          }
          title="Undo this import?"
          description={undoDescription(counts)}
          confirmLabel="Undo import"
          tone="destructive"
          onConfirm={() => request.mutateAsync({ id: file.id })}
        />
      </div>
    </IfRole>
  )
}
