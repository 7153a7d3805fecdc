import { useQuery } from '@tanstack/react-query'
import type { EmailRef } from '@/components/email-editor/email-ref'
import { useTRPC } from '@/components/trpc-provider'
import { Progress } from '@/components/ui/progress'

/** Progress of the link and image check. Its findings are listed with the others. */
export function LinkProgress({ check: { data, error } }: { check: ReturnType<typeof useLinkCheck> }) {
  if (error) return <p className="text-muted-foreground text-sm">Links were not checked: {error.message}</p>
  if (!data) return <p className="text-muted-foreground text-sm">Checking links and images…</p>
  const { checked, total, is_done, remarks } = data
  if (is_done && (total === 0 || remarks.length > 0)) return null
  return is_done ? (
    <p className="text-muted-foreground text-sm">
      {total === 1 ? 'Its link or image works.' : `All ${total} links and images work.`}
    </p>
  ) : (
    <div className="grid gap-1.5 text-muted-foreground text-sm">
      <span>
        Checking links and images: {checked} of {total}
      </span>
      <Progress value={checked} max={total} label="Checked links and images" />
    </div>
  )
}

/** Refetches until everything is checked. */
const refetchInterval = ({ state }: { state: { data: { is_done: boolean } | undefined } }) =>
  state.data && !state.data.is_done ? 500 : (false as const)

/** Checks links and images during editing. Sending does not wait for the result. */
export function useLinkCheck(ref: EmailRef) {
  const trpc = useTRPC()
  const sequence_email = ref.kind === 'sequence_email' ? ref : undefined
  const options = { staleTime: 0, gcTime: 0, retry: false, refetchInterval } as const
  const of_broadcast = useQuery(
    trpc.broadcasts.linkCheck.queryOptions({ id: ref.id }, { ...options, enabled: ref.kind === 'broadcast' }),
  )
  const of_email = useQuery(
    trpc.sequences.linkCheck.queryOptions(
      { sequence_id: sequence_email?.sequence_id ?? 0, id: ref.id },
      { ...options, enabled: Boolean(sequence_email) },
    ),
  )
  const of_automation = useQuery(
    trpc.automations.emails.linkCheck.queryOptions(
      { id: ref.id },
      { ...options, enabled: ref.kind === 'automation_email' },
    ),
  )
  return { broadcast: of_broadcast, sequence_email: of_email, automation_email: of_automation }[ref.kind]
}
