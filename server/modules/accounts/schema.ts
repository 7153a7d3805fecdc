import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'
import { isCalendarDate } from '../../lib/time/time-zone.ts'
import { AccountPlan } from './plan-schema.ts'
import { MAX_COLORS } from './values-schema.ts'

/** The user and account behind a credential (contract 8.1.1). */
export const AccountAnswer = named('Account', {
  user: z.object({ id: z.int(), email: z.string() }),
  account: z.object({
    id: z.int(),
    name: z.string(),
    plan_type: z.string(),
    primary_email_address: z.string(),
    created_at: Timestamp,
    plan: AccountPlan,
    sending_addresses: z.array(
      z.object({
        email_address: z.string(),
        from_name: z.string(),
        status: z.enum(['pending', 'confirmed']),
        is_default: z.boolean(),
        is_verified: z.boolean(),
        is_dmarc_configured: z.boolean(),
      }),
    ),
    timezone: z.object({ name: z.string(), friendly_name: z.string(), utc_offset: z.string() }),
  }),
})
export type AccountAnswer = z.infer<typeof AccountAnswer>
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

const HexColor = z.unknown().transform((value, issues) => {
  if (typeof value === 'string' && HEX_COLOR.test(value)) return value
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  issues.addIssue({ code: 'custom', message: `Colors ${shown} is not a valid hex color code.` })
  return z.NEVER
})

/** The palette, in the creator's order and as entered, including duplicates. */
export const Colors = z.array(z.string())
export const ColorsInput = z.object({
  colors: z
    .array(HexColor, { error: 'Colors must be an array of hex color codes' })
    .max(MAX_COLORS, 'Colors cannot contain more than 10 colors')
    .meta({ type: 'array', maxItems: MAX_COLORS, items: { type: 'string', pattern: HEX_COLOR.source } }),
})
export type ColorsInput = z.infer<typeof ColorsInput>

export const CreatorProfile = named('CreatorProfile', {
  name: z.string(),
  byline: z.string().nullable(),
  bio: z.string().nullable(),
  image_url: z.string().nullable(),
  profile_url: z.string().nullable(),
})
export type CreatorProfile = z.infer<typeof CreatorProfile>

/** Statistics of the last 90 days. Rates are percent of sent messages, 0 when none was sent. */
export const EmailStats = named('EmailStats', {
  sent: z.int(),
  clicked: z.int(),
  opened: z.int(),
  email_stats_mode: z.literal('last_90'),
  open_tracking_enabled: z.boolean(),
  click_tracking_enabled: z.boolean(),
  starting: Timestamp,
  ending: Timestamp,
  open_rate: z.number(),
  click_rate: z.number(),
  unsubscribe_rate: z.number(),
  bounce_rate: z.number(),
})
export type EmailStats = z.infer<typeof EmailStats>

const day = (name: 'Starting' | 'Ending', fallback: string) =>
  z
    .string()
    .trim()
    .refine(isCalendarDate, `${name} date is incorrectly formatted. Use YYYY-MM-DD.`)
    .optional()
    .meta({ format: 'date', description: `A day of the account's time zone; ${fallback} when left out.` })

export const GrowthFilter = z.object({ starting: day('Starting', '90 days ago'), ending: day('Ending', 'today') })
export type GrowthFilter = z.infer<typeof GrowthFilter>

/** Unlike elsewhere on the wire, the times have the offset of the account's time zone. */
export const GrowthStats = named('GrowthStats', {
  cancellations: z.int(),
  net_new_subscribers: z.int(),
  new_subscribers: z.int(),
  subscribers: z.int().meta({ description: 'Active subscribers at the end.' }),
  starting: z.string().meta({ format: 'date-time', example: '2026-01-05T00:00:00+01:00' }),
  ending: z.string().meta({ format: 'date-time', example: '2026-03-31T23:59:59+02:00' }),
})
export type GrowthStats = z.infer<typeof GrowthStats>
