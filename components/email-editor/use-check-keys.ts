import { useTRPC } from '@/components/trpc-provider'
import type { EmailRef } from './email-ref'

/** Returns the query keys of an email's checks: its checklist and its links. */
export function useCheckKeys({ kind }: EmailRef) {
  const trpc = useTRPC()
  if (kind === 'broadcast') return [trpc.broadcasts.checklist.pathKey(), trpc.broadcasts.linkCheck.pathKey()]
  if (kind === 'sequence_email') return [trpc.sequences.checklist.pathKey(), trpc.sequences.linkCheck.pathKey()]
  return [trpc.automations.emails.check.pathKey(), trpc.automations.emails.linkCheck.pathKey()]
}
