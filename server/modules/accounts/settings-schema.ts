import { z } from 'zod'
import { Id, named, storable, Timestamp } from '../../core/wire.ts'
import { isEmailAddress, normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'
import { ByToken, isOwnName, NewPassword, ownNameIssue, SignInAddress, SignInInput, UserName } from '../users/schema.ts'
import { ROLES, UNDO_SECONDS } from './settings-values-schema.ts'
import type { SUSPENDABLE } from './values-schema.ts'

// Schemas of the dashboard's forms. The shapes of the wire are in schema.ts.

export const AccountName = z
  .string()
  .overwrite(singleLine)
  .trim()
  .min(1, 'Give it a name')
  .max(100, 'Use at most 100 characters')

export const TimeZone = z.string().refine(isTimeZone, 'Choose a time zone from the list')

/** Optional text; blank becomes null. */
const optionalText = (max: number) =>
  z
    .string()
    .overwrite(storable)
    .trim()
    .max(max, `Use at most ${max} characters`)
    .nullable()
    .transform((text) => text || null)

const WebAddress = optionalText(2_000).refine(
  (text) => text === null || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  'Enter an address that starts with https://',
)

/** The app of an install link, such as `service_12` (contract 10.2). Text that matches no app is ignored. */
const InstallSource = z.string().max(100).optional()

export const SignUpInput = z
  .object({
    name: UserName,
    account_name: AccountName,
    email_address: SignInAddress,
    password: NewPassword,
    time_zone: TimeZone,
    service_app_id: InstallSource,
    /** The token of an invitation by an administrator of the instance. */
    invitation: z.string().max(200).optional(),
    /** The token of the link that creates the first account. */
    first: z.string().max(200).optional(),
    /** Path of the dashboard to open after sign-up. */
    next: z.string().max(8_000).optional(),
  })
  .refine((input) => !isOwnName(input), ownNameIssue)
export type SignUpInput = z.infer<typeof SignUpInput>

/** The emailed link and the password chosen at sign-up. */
export const FinishInput = z.object({ ...ByToken.shape, password: SignInInput.shape.password })
export type FinishInput = z.infer<typeof FinishInput>

export interface SignUpResult {
  /** True if a link was emailed. Without a mail server, the account already exists. */
  is_mailed: boolean
}

/** Data for the page of the emailed link, before the account exists. */
export interface PendingSignUp {
  email_address: string
  account_name: string
  next: string
}

export const NewAccountInput = z.object({ name: AccountName, time_zone: TimeZone, service_app_id: InstallSource })
export type NewAccountInput = z.infer<typeof NewAccountInput>
const MIN_TRACE_DAYS = 30
const MAX_TRACE_DAYS = 3_650

export const AccountSettings = z.object({
  name: AccountName,
  time_zone: TimeZone,
  /** Language of texts on public pages and in emails that the creator does not write. Absent: unchanged. */
  language: z.string().max(35).optional(),
  /** Required by law in every commercial email (L1). */
  postal_address: optionalText(500),
  open_tracking_enabled: z.boolean(),
  click_tracking_enabled: z.boolean(),
  undo_seconds: z
    .int()
    .refine((seconds) => UNDO_SECONDS.includes(seconds), `Choose one of ${UNDO_SECONDS.join(', ')} seconds`),
  /** Owners get an email when an administrator of the instance views the account. Absent: unchanged. */
  announces_views: z.boolean().optional(),
  /** Absent: unchanged. */
  automation_trace_days: z
    .int('Choose a number of days')
    .min(MIN_TRACE_DAYS, `Keep traces for at least ${MIN_TRACE_DAYS} days`)
    .max(MAX_TRACE_DAYS, `Keep traces for at most ${MAX_TRACE_DAYS} days, or forever`)
    .nullable()
    .optional(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** Settings that a program reads and changes. */
export const SettingsView = named('AccountSettings', {
  name: z.string(),
  time_zone: z.string(),
  language: z.string().optional(),
  postal_address: z.string().nullable(),
  open_tracking_enabled: z.boolean(),
  click_tracking_enabled: z.boolean(),
  undo_seconds: z.int(),
  announces_views: z.boolean().optional(),
  automation_trace_days: z.int().nullable().optional(),
})

export const TwoFactorRequirement = z.object({ is_required: z.boolean() })

export interface TwoFactorPolicy {
  is_required: boolean
  members: number
  /** Members without a second factor. */
  members_without: number
}

export const ProfileInput = z.object({
  name: AccountName,
  byline: optionalText(160),
  bio: optionalText(2_000),
  image_url: WebAddress,
  profile_url: WebAddress,
})
export type ProfileInput = z.infer<typeof ProfileInput>

const FromName = z
  .string()
  .overwrite(singleLine)
  .trim()
  .min(1, 'Enter the name that subscribers see')
  .max(100, 'Use at most 100 characters')

export const NewSendingAddress = z.object({
  email_address: z
    .string()
    .overwrite(normalizeEmailAddress)
    .refine(isEmailAddress, 'Enter an address like name@example.com'),
  from_name: FromName,
})
export type NewSendingAddress = z.infer<typeof NewSendingAddress>

export const SendingAddressChange = z.object({ id: Id, from_name: FromName })
export type SendingAddressChange = z.infer<typeof SendingAddressChange>

/** Null: replies go to the sender of each email. */
export const ReplyToChange = z.object({ id: Id.nullable() })

export const SendingAddressView = named('SendingAddress', {
  id: z.int(),
  email_address: z.string(),
  from_name: z.string(),
  status: z.enum(['pending', 'confirmed']),
  /** True if it was confirmed by caught email, which does not count once a mail server is set. */
  needs_new_link: z.boolean(),
  is_default: z.boolean(),
  /** True if replies to the account's emails go to it. */
  gets_replies: z.boolean(),
  /** True if large mailbox providers refuse bulk email from this domain (B3). */
  is_free_mail: z.boolean(),
})
export type SendingAddressView = z.infer<typeof SendingAddressView>

export const RoleName = z.enum(ROLES)

export const InvitationInput = z.object({ email_address: SignInAddress, role: RoleName })
export type InvitationInput = z.infer<typeof InvitationInput>

export const RoleChange = z.object({ user_id: Id, role: RoleName })
export type RoleChange = z.infer<typeof RoleChange>

export const ByUser = z.object({ user_id: Id })

export const JoinInput = z
  .object({ ...ByToken.shape, name: UserName, password: NewPassword })
  .refine((input) => !isOwnName(input), ownNameIssue)
export type JoinInput = z.infer<typeof JoinInput>

export const MemberView = named('Member', {
  user_id: z.int(),
  name: z.string().nullable(),
  email_address: z.string(),
  role: RoleName,
  joined_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
  is_you: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>

export const InvitationView = named('Invitation', {
  id: z.int(),
  email_address: z.string(),
  role: RoleName,
  created_at: Timestamp,
  expires_at: Timestamp,
  is_expired: z.boolean(),
})
export type InvitationView = z.infer<typeof InvitationView>

/** Data for the page of a valid invitation. */
export interface OpenInvitation {
  account_name: string
  invited_by: string | null
  email_address: string
  role: (typeof ROLES)[number]
  /** True if the address has a user. Otherwise the invited user signs up. */
  user_exists: boolean
}

export type Suspendable = keyof typeof SUSPENDABLE
