import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { Step } from '@/server/modules/automations/graph-schema.ts'

/** Gives a step that sends an email an email of its own. */
export async function withEmail(step: Step, create: (copy_of: number | undefined) => Promise<number>): Promise<Step> {
  if (step.kind !== 'action' || step.action.type !== 'send_email') return step
  const email_id = await create(step.action.email_id || undefined)
  return { ...step, action: { ...step.action, email_id } }
}

/** Creates an email for a step: empty, or a copy. */
export function useEmailCopies(automation_id: number) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { run } = useAction(trpc.automations.emails.create)
  return useCallback(
    async (copy_of: number | undefined) => {
      const email = await run({ automation_id, ...(copy_of === undefined ? {} : { copy_of }) })
      client.setQueryData(trpc.automations.get.queryKey({ id: automation_id }), (cachedAutomation) =>
        cachedAutomation
          ? {
              ...cachedAutomation,
              emails: [
                ...cachedAutomation.emails,
                {
                  id: email.id,
                  subject: email.subject,
                  preview_text: null,
                  has_content: email.content !== '',
                  problem: null,
                },
              ],
            }
          : cachedAutomation,
      )
      return email.id
    },
    [automation_id, client, run, trpc],
  )
}
