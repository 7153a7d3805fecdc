import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeletion } from '@/components/list/use-deletion'
import { useTRPC } from '@/components/trpc-provider'

/** Deletes an automation that was never published; `question.row` is another one, which LifecycleDialog asks about. */
export function useAutomationDeletion<Row extends { id: number; name: string }>(onDeleted?: () => void) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const remove = useMutation(trpc.automations.delete.mutationOptions())
  const undelete = useMutation(trpc.automations.undelete.mutationOptions())
  return useDeletion<Row>({
    remove: remove.mutateAsync,
    undelete: undelete.mutateAsync,
    refresh: () => client.invalidateQueries({ queryKey: trpc.automations.list.queryKey() }),
    name: ({ name }) => name,
    onDeleted,
  })
}
