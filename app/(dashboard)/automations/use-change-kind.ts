import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { AutomationKind } from '@/server/modules/automations/schema.ts'

/**
 * Converts a rule with its history to an automation, which can have waits and branches. Can be reverted while it only uses features of a
 * rule.
 */
export function useChangeKind() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { run } = useAction(trpc.automations.changeKind)

  async function change(input: AutomationKind) {
    const { kind } = await run(input)
    client.setQueryData(trpc.automations.get.queryKey({ id: input.id }), (before) =>
      before ? { ...before, kind } : before,
    )
    await client.invalidateQueries({ queryKey: trpc.automations.list.queryKey() })
  }
  return async (input: AutomationKind) => {
    await change(input)
    toastWithUndo(input.kind === 'visual' ? 'This rule is now an automation' : 'This automation is now a rule', () =>
      change({ ...input, kind: input.kind === 'visual' ? 'rule' : 'visual' }),
    )
  }
}
