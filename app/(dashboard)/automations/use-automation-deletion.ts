import { useDeletion } from '@/components/list/use-deletion'
import { useTRPC } from '@/components/trpc-provider'

/** Deletes an automation that was never published. `question.row` is any other one, for LifecycleDialog. */
export function useAutomationDeletion<Row extends { id: number; name: string }>(onDeleted?: () => void) {
  const trpc = useTRPC()
  return useDeletion<Row>({
    remove: trpc.automations.delete,
    undelete: trpc.automations.undelete,
    invalidates: trpc.automations.list,
    name: ({ name }) => name,
    onDeleted,
  })
}
