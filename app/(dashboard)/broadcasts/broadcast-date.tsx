'use client'

import { formatLocal } from '@/components/format'
import { ListedTime } from '@/components/relative-time'
import type { BroadcastRow } from '@/server/modules/broadcasts/composer-schema.ts'

/** The date by which lists are sorted: when the broadcast will be sent, was sent, or was last changed. */
export function BroadcastDate({ row: { send_at, local_send_at, updated_at } }: { row: BroadcastRow }) {
  return local_send_at ? `${formatLocal(local_send_at)}, their time` : <ListedTime at={send_at ?? updated_at} />
}
