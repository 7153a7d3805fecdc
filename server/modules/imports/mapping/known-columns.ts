/** Email services whose exports have columns of no use elsewhere: ids, counters, IP addresses. */
type ExportingService = 'mailchimp' | 'ghost' | 'substack' | 'beehiiv'

/** Pairs of columns unique to a service's export. */
const SIGNATURE_COLUMNS: Record<ExportingService, readonly [string, string][]> = {
  mailchimp: [['LEID', 'EUID']],
  ghost: [['subscribed_to_emails', 'complimentary_plan']],
  substack: [
    ['active_subscription', 'expiry'],
    ['Subscription type', 'Activity'],
  ],
  beehiiv: [['Subscription Tier', 'Status']],
}

const SERVICE_COLUMNS: Record<ExportingService, RegExp> = {
  mailchimp:
    /^(?:email_type|member_rating|optin_(?:time|ip)|confirm_(?:time|ip)|latitude|longitude|gmtoff|dstoff|timezone|cc|region|last_changed|leid|euid|(?:unsub|clean)_.*)$/i,
  ghost: /^(?:complimentary_plan|stripe_customer_id|deleted_at|tiers|gift_id|newsletters|email_disabled|error)$/i,
  substack:
    /^(?:active_subscription|expiry|plan|email_disabled|prefer_digests|first_payment_at|subscription type|activity|revenue|.*\((?:last \d+ (?:days|months)|all[- ]time|free|paid)\)|email last opened at|link clicks|last clicked at|subscriptions gifted|expires at|first payment at|paid upgrade date|cancel date|receiving emails for|is bestseller)$/i,
  beehiiv:
    /^(?:subscription tier|subscription source|acquisition source|referral code|referrals?|open rate|click rate|stripe customer id)$/i,
}

/** Returns the service that exported a file with these headers, or undefined. */
export function exportingService(headers: readonly string[]): ExportingService | undefined {
  const has = new Set(headers.map((header) => header.toLowerCase()))
  return (Object.keys(SIGNATURE_COLUMNS) as ExportingService[]).find((sender) =>
    SIGNATURE_COLUMNS[sender].some((signs) => signs.every((sign) => has.has(sign.toLowerCase()))),
  )
}

/** Returns whether a column is ignored by default: it has no name, or is of no use outside the exporting service. */
export const isKnownExportColumn = (header: string, sender: ExportingService | undefined): boolean =>
  NEVER_A_FIELD.test(header) || (sender !== undefined && SERVICE_COLUMNS[sender].test(header.trim()))

/** Returns whether a file is an export of subscribers from Envoi. */
export const isOwnExport = (headers: readonly string[]): boolean =>
  [...OWN_COLUMNS].every((name) => headers.includes(name))

/** Columns after the custom fields in our own exports, which an import ignores. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set([
  'source_type',
  'source_name',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'location_city',
  'location_region',
  'location_country',
  'location_time_zone',
])

const NEVER_A_FIELD = /^(?:column \d+|(?:subscriber[ _]|kit[ _]|convertkit[ _])?id)$/i
