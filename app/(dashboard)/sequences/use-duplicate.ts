import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'

/** Duplicates a sequence and opens the copy. */
export function useDuplicate() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  return useMutation(
    trpc.sequences.duplicate.mutationOptions({
      onSuccess: async ({ id }) => {
        await client.invalidateQueries(trpc.sequences.pathFilter())
        toast.success('Duplicated as a paused sequence with drafts')
        router.push(`/sequences/${id}`)
      },
      onError: ({ message }) => void toast.error(message),
    }),
  )
}
