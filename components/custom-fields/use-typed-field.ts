import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'

/** Returns the custom field with this ID. Undefined: it is loading, or was deleted. */
export function useTypedField(id: number) {
  const trpc = useTRPC()
  return useQuery(trpc.custom_fields.get.queryOptions({ id }, { enabled: id > 0, retry: false })).data
}
