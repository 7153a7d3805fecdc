import { CircleCheck, CircleX, TriangleAlert } from '@/components/generated/icons'
import type { TransportView } from '@/server/modules/transports/schema'

export const transportStates = {
  used: { label: 'In use', tone: 'success', icon: CircleCheck },
  partly: { label: 'Refuses an account', tone: 'warning', icon: TriangleAlert },
  unreachable: { label: 'Unreachable', tone: 'danger', icon: CircleX },
  refused: { label: 'Refuses us', tone: 'danger', icon: CircleX },
} as const

/** Returns the state of a transport for all accounts, or `partly` if only some are affected. */
export function transportState({ circuits }: Pick<TransportView, 'circuits'>): keyof typeof transportStates {
  const all = circuits.find(({ account_id }) => account_id === null)
  return all ? all.kind : circuits.length > 0 ? 'partly' : 'used'
}
