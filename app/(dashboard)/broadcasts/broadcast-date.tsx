import { formatLocal } from '@/components/format'
import { ListedTime } from '@/components/relative-time'
import type { BroadcastRow } from '@/server/modules/broadcasts/composer-schema.ts'

/** The date by which lists are sorted: when the broadcast will be sent, was sent, or was last changed. */
export function BroadcastDate({ row: { send_at, local_send_at, updated_at } }: { row: BroadcastRow }) {
  return local_send_at ? `${formatLocal(local_send_at)}, their time` : <ListedTime at={send_at ?? updated_at} />
}

/** Most subscribers open an email within two days. */
const SETTLED_MS = 48 * 3_600_000

/** Returns whether the rates of a broadcast are still rising. */
export const isEarly = ({ status, completed_at }: BroadcastRow): boolean =>
  status === 'sending' || (completed_at !== null && Date.now() - Date.parse(completed_at) < SETTLED_MS)
