import { useRouter } from 'next/navigation'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'

/** Duplicates a sequence and opens the copy. */
export function useDuplicate() {
  const trpc = useTRPC()
  const router = useRouter()
  return useAction(trpc.sequences.duplicate, {
    invalidates: trpc.sequences,
    done: 'Duplicated as a paused sequence with drafts',
    onDone: ({ id }) => router.push(`/sequences/${id}`),
  })
}
