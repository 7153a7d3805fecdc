import { z } from 'zod'
import { Id, named, Timestamp } from '../../core/wire.ts'
import { DIGESTS, KINDS, type NotificationKind, TOPICS } from './values-schema.ts'

export const ListedNotification = named('Notification', {
  id: z.int(),
  kind: z.enum(Object.keys(KINDS) as [NotificationKind]),
  title: z.string(),
  detail: z.string(),
  /** The dashboard page to open. */
  path: z.string(),
  is_read: z.boolean(),
  created_at: Timestamp,
})
export type ListedNotification = z.infer<typeof ListedNotification>

export const NotificationFilter = z.object({
  is_unread: z.boolean().default(false),
  topic: z.enum(TOPICS).optional(),
})
export type NotificationFilter = z.infer<typeof NotificationFilter>

/** At most as many as a page of the list. */
export const ReadInput = z.object({ ids: z.array(Id).min(1).max(100) })
export type ReadInput = z.infer<typeof ReadInput>

/** Marks everything up to a notification. Later ones stay unread. */
export const ReadAllInput = z.object({ up_to: Id })
export type ReadAllInput = z.infer<typeof ReadAllInput>

const Chosen = z.object({ in_product: z.boolean(), by_email: z.boolean() })

export const SettingsInput = z.object({
  channels: z.partialRecord(z.enum(TOPICS), Chosen).default({}),
  digest: z.enum(DIGESTS).optional(),
})
export type SettingsInput = z.infer<typeof SettingsInput>

export const NotificationSettings = named('NotificationSettings', {
  /** The topics visible to the member's role, in the order of the settings. */
  topics: z.array(Chosen.extend({ topic: z.enum(TOPICS) }).meta({ id: 'NotificationTopic' })),
  digest: z.enum(DIGESTS),
  /** Address that receives the emails. */
  email_address: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
