import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'

/** Duplicates an automation and opens the copy, which is a draft. */
export function useDuplicate() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { run } = useAction(trpc.automations.duplicate)
  return async ({ id }: { id: number }) => {
    try {
      const created = await run({ id })
      await client.invalidateQueries({ queryKey: trpc.automations.list.queryKey() })
      router.push(`/automations/${created.id}`)
      toast.success(`Created “${created.name}”`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
}
