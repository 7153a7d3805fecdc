import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import type { BulkAction } from '@/server/modules/bulk-actions/schema.ts'
import { actionTitle, resultText } from './bulk-text'

/** Returns whether a bulk action or its undo is running. */
export const isWorking = ({ state }: BulkAction) => state === 'running' || state === 'undoing'

/** Undoes an action, or shows why that is impossible. */
export function useUndoAction() {
  const trpc = useTRPC()
  return useAction(trpc.bulk_actions.undo, { invalidates: trpc.bulk_actions })
}

export function UndoButton({ action: { id, can_undo } }: { action: BulkAction }) {
  const undo = useUndoAction()
  if (!can_undo) return null
  return (
    <Button variant="outline" size="sm" pending={undo.isPending} onClick={() => undo.start({ id })}>
      Undo
    </Button>
  )
}

/** Lists bulk actions, newest first. */
export function BulkActionList({ actions }: { actions: readonly BulkAction[] }) {
  return (
    <ul className="grid divide-y divide-border">
      {actions.map((action) => (
        <li key={action.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="grid min-w-0 flex-1 basis-60 gap-0.5 text-sm">
            <span className="break-words font-medium">{actionTitle(action)}</span>
            <span className="text-muted-foreground">{resultText(action)}</span>
            <span className="text-muted-foreground text-xs">
              <RelativeTime at={action.created_at} />
              {action.created_by ? ` by ${action.created_by}` : ''}
            </span>
          </div>
          <UndoButton action={action} />
        </li>
      ))}
    </ul>
  )
}
