'use client'

import { formatLocal } from '@/components/format'
import { ListedTime } from '@/components/relative-time'
import type { BroadcastRow } from '@/server/modules/broadcasts/composer-schema.ts'

/** When a broadcast goes or went out, or was last changed: the date by which lists are sorted. */
export function BroadcastDate({ row: { send_at, local_send_at, updated_at } }: { row: BroadcastRow }) {
  return local_send_at ? `${formatLocal(local_send_at)}, their time` : <ListedTime at={send_at ?? updated_at} />
}
