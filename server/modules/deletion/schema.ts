import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'

/** Name of the account, typed as a confirmation. */
const TypedName = z.string().overwrite(storable).trim().max(200, 'Type the name of the account')

export const DeletionInput = z.object({ name: TypedName })
export type DeletionInput = z.infer<typeof DeletionInput>

export const ByAccount = z.object({ account_id: Id })
export type ByAccount = z.infer<typeof ByAccount>

/** Deletion by an administrator of the instance. The owners and the audit log get the reason. */
export const AdministratorsDeletion = ByAccount.extend({
  name: TypedName,
  reason: z
    .string()
    .overwrite(storable)
    .trim()
    .min(5, 'Write the reason in at least 5 characters')
    .max(500, 'Use at most 500 characters'),
})
export type AdministratorsDeletion = z.infer<typeof AdministratorsDeletion>

/** Counts of the data that will be deleted. */
export interface AccountContents {
  name: string
  subscribers: number
  broadcasts: number
  sequences: number
  automations: number
  forms: number
  posts: number
  messages: number
  /** True if there are more messages than were counted. */
  has_more_messages: boolean
  members: number
  /** Members without another account, whose users are deleted too. */
  users: number
  /** Days until the deletion, from the instance's settings. */
  days: number
}

/** A scheduled deletion. */
export interface ScheduledDeletion {
  account_name: string
  scheduled_at: string
  deletes_at: string
  by_administrator: boolean
  reason: string | null
  /** True if it can no longer be canceled. */
  has_started: boolean
}
