import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { errorText } from '@/components/error-text'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { ListedRun } from '@/server/modules/automations/inspecting-schema.ts'
import { MoveMenu } from './move-menu'

interface RunActionsOptions {
  automation_id: number
  rows: readonly ListedRun[] | undefined
}

const noneInside = () => 'No one you chose is inside anymore'

/** Actions for selected subscribers: retry a step, move to another step, remove. */
export function useRunActions({ automation_id: id, rows }: RunActionsOptions) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const [removing, setRemoving] = useState(false)
  const retry = useAction(trpc.automations.retrySubscribers)
  const move = useAction(trpc.automations.moveSubscribers)
  const remove = useAction(trpc.automations.removeSubscribers)
  const run_ids = [...selectedIds]
  const countText = formatCount(run_ids.length, 'subscriber')
  // Subscribers on other pages stay selected.
  const seen = useRef(new Map<number, number>())
  for (const row of rows ?? []) seen.current.set(row.run_id, row.version)
  const versions = [...new Set(run_ids.flatMap((run_id) => seen.current.get(run_id) ?? []))]

  /** Reports how many changed. The others had left the automation or were not stuck. */
  async function run(work: Promise<{ changed: number }>, { done, none }: { done: string; none: string }) {
    const { changed } = await work
    setSelectedIds(new Set())
    await client.invalidateQueries(trpc.automations.pathFilter())
    if (changed === 0) toast.info(none)
    else toast.success(`${done} ${formatCount(changed, 'subscriber')}`)
  }
  const attempt = (...args: Parameters<typeof run>) =>
    run(...args).catch((error: unknown) => void toast.error(errorText(error)))

  const actions = (
    <>
      <Button
        variant="outline"
        size="sm"
        pending={retry.isPending}
        onClick={() =>
          void attempt(retry.run({ id, run_ids }), {
            done: 'Trying again for',
            none: 'No one you chose is stuck',
          })
        }
      >
        Try again
      </Button>
      <MoveMenu
        automation_id={id}
        versions={versions}
        pending={move.isPending}
        onChoose={(step_id) => void attempt(move.run({ id, run_ids, step_id }), { done: 'Moved', none: noneInside() })}
      />
      <Button variant="outline" size="sm" onClick={() => setRemoving(true)}>
        Remove
      </Button>
    </>
  )
  const dialog = (
    <ConfirmDialog
      open={removing}
      onClose={() => setRemoving(false)}
      title={`Remove ${countText}?`}
      description="They leave the automation here and get no more emails from it. What it did so far stays."
      confirmLabel={`Remove ${countText}`}
      tone="destructive"
      onConfirm={() => run(remove.run({ id, run_ids }), { done: 'Removed', none: noneInside() })}
    />
  )
  return { selection: { selected: selectedIds, onChange: setSelectedIds, actions }, dialog }
}
