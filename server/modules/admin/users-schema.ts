import { z } from 'zod'
import type { Role } from '../../core/context.ts'
import { PageQuery } from '../../core/page/page.ts'
import { Id, storable } from '../../core/wire.ts'
import type { ProofMethods } from '../second-factors/schema.ts'
import type { SessionView } from '../users/schema.ts'
import { Reason } from './accounts-schema.ts'
import { USER_STATES } from './values-schema.ts'

export const UsersQuery = PageQuery.extend({
  /** Part of the name or address, or the id. */
  search: z.string().overwrite(storable).trim().max(255, 'Use at most 255 characters').optional(),
  state: z.enum(USER_STATES).optional(),
})
export type UsersQuery = z.infer<typeof UsersQuery>

export const ByUser = z.object({ user_id: Id })
export type ByUser = z.infer<typeof ByUser>

export const ReasonInput = ByUser.extend({ reason: Reason })
export type ReasonInput = z.infer<typeof ReasonInput>

export const FactorRemoval = ByUser.extend({
  /** Method by which the administrator verified the requester's identity. Kept in the audit log. */
  check: z
    .string()
    .overwrite(storable)
    .trim()
    .min(10, 'Describe in at least 10 characters how you checked who is asking')
    .max(500, 'Use at most 500 characters'),
})
export type FactorRemoval = z.infer<typeof FactorRemoval>

export interface UserRow {
  id: number
  name: string | null
  email: string
  is_admin: boolean
  is_verified: boolean
  has_second_factor: boolean
  accounts: number
  /** The user's oldest account. */
  account_name: string | null
  last_seen_at: string | null
  created_at: string
}

export interface UserDetail extends ProofMethods {
  id: number
  name: string | null
  email: string
  is_admin: boolean
  /** False for an address proven only by caught email. */
  is_verified: boolean
  verified_at: string | null
  created_at: string
  providers: string[]
  passkeys: { id: string; name: string; last_used_at: string | null }[]
  memberships: { account_id: number; name: string; role: Role; is_suspended: boolean }[]
  sessions: SessionView[]
}
