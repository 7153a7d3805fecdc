import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'

export const SECURITY_EVENT_KINDS = [
  'app_authorised',
  'app_uninstalled',
  'tokens_revoked',
  'api_key_created',
  'api_key_revoked',
  'client_secret_rotated',
  'password_changed',
  'access_revoked',
  'access_reduced',
  'suppression_removed',
  'sending_resumed',
  'new_device',
  'first_sign_in',
  'second_factor_added',
  'second_factor_removed',
  'recovery_code_used',
  'recovery_codes_replaced',
  'two_factor_required',
  'two_factor_not_required',
  'plan_changed',
  'deletion_scheduled',
  'deletion_canceled',
  'account_viewed',
  'account_view_ended',
  'export_by_administrator',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

/** An entry of an account's security log. `by` is the user who did it; null for a program. */
export const SecurityEvent = z.object({
  id: z.int(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  summary: z.string(),
  by: z.string().nullable(),
  occurred_at: Timestamp,
})
export type SecurityEvent = z.infer<typeof SecurityEvent>
