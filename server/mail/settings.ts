import { z } from 'zod'
import { asciiDomainOf } from './mime/header.ts'
import { parseSmtpUrl } from './smtp/url.ts'
import { parseTransports, smtpUrlTransport, type TransportSettings } from './transport-settings.ts'
import { parseWarmUp } from './warm-up-curve.ts'

/** The errors of these parsers never contain a password. */
const checkedBy =
  (parse: (value: string) => unknown) =>
  (value: string, issues: z.RefinementCtx): void => {
    try {
      parse(value)
    } catch (error) {
      issues.addIssue({ code: 'custom', message: `cannot be used (${(error as Error).message})` })
    }
  }

/** Settings for sending emails, for server/env.ts. */
export const MAIL_SETTINGS = {
  SMTP_URL: z.string().superRefine(checkedBy(parseSmtpUrl)).optional().meta({
    description:
      'Mail server that sends emails, as smtps://user:password@host:465. Empty: emails are stored and shown in the dashboard.',
  }),
  TRANSPORTS: z.string().superRefine(checkedBy(parseTransports)).optional().meta({
    description:
      'Several mail servers and HTTP relays instead of SMTP_URL, as JSON: [{"name": "main", "url": "smtps://user:password@host:465"}, …]. See docs/transports.md.',
  }),
  WARM_UP: z.string().superRefine(checkedBy(parseWarmUp)).default('200:200000:42').meta({
    description:
      'Messages of a new sending domain on the first and on the last day of its warm-up, and the number of days. off: no warm-up.',
  }),
  ACCOUNT_HOURLY_LIMIT: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(1, 'is below 1')
    .optional()
    .meta({
      description: 'Messages per hour that one account may send to subscribers.',
      fallback: 'no limit',
    }),
}

/** Returns the configured transports; none if emails are caught. */
export function configuredTransports({
  TRANSPORTS,
  SMTP_URL,
}: {
  TRANSPORTS?: string | undefined
  SMTP_URL?: string | undefined
}): TransportSettings[] {
  if (TRANSPORTS) return parseTransports(TRANSPORTS)
  return SMTP_URL ? [smtpUrlTransport(SMTP_URL)] : []
}

/** Returns the domain of MAIL_FROM if no entry of TRANSPORTS carries it, because service emails would wait forever. */
export function uncarriedServiceDomain({
  TRANSPORTS,
  MAIL_FROM,
}: {
  TRANSPORTS?: string | undefined
  MAIL_FROM: string
}): string | undefined {
  const domain = asciiDomainOf(MAIL_FROM)
  if (!TRANSPORTS) return undefined
  const isCarried = parseTransports(TRANSPORTS).some(({ domains }) => domains?.includes(domain) ?? true)
  return isCarried ? undefined : domain
}
