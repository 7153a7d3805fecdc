import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'

/** The custom field with an id; undefined while it loads, and if it was deleted. */
export function useTypedField(id: number) {
  const trpc = useTRPC()
  return useQuery(trpc.custom_fields.get.queryOptions({ id }, { enabled: id > 0, retry: false })).data
}
