import { z } from 'zod'
import { EventId } from '../schema.ts'

/** Subscribers per page. */
const MAX_PULLED = 1_000

const Pulled = z.object({
  email_address: z.string().max(254),
  occurred_at: z.iso.datetime({ offset: true }).nullish(),
  event_id: z.union([EventId, z.int().transform(String)]).nullish(),
})
export type Pulled = z.infer<typeof Pulled>

/** Response of an app about an event node (contract 10.7). An entry that cannot be read is null: it counts as unknown. */
export const PulledAnswer = z.object({
  subscribers: z
    .array(z.unknown().transform((entry): Pulled | null => Pulled.safeParse(entry).data ?? null))
    .max(MAX_PULLED),
  pagination: z
    .object({ has_next_page: z.boolean().default(false), end_cursor: z.string().max(2_000).nullable().default(null) })
    .default({ has_next_page: false, end_cursor: null }),
})
