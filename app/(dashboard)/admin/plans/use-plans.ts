import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'

/** Returns the instance's plans, and their names by key. */
export function usePlans() {
  const trpc = useTRPC()
  const { data: plans = [] } = useQuery(trpc.admin.plans.list.queryOptions())
  return {
    plans,
    nameOf: (key: string) => plans.find((plan) => plan.key === key)?.name ?? key,
    options: plans.map(({ key, name, is_archived }) => ({
      value: key,
      label: is_archived ? `${name} (archived)` : name,
    })),
  }
}
