import type { Source } from '../../core/context.ts'
import { env } from '../../env.ts'
import { inLocaleOnce } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { describeUserAgent } from '../../lib/text/user-agent.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

export const passwordResetEmail = ({ url, name }: { url: string; name: string | null }): ServiceEmail => ({
  subject: t`Set a new password for Envoi`,
  heading: name ? t`Hello ${name},` : t`Hello,`,
  paragraphs: [t`Use this link to set a new password. It works once, for one hour.`],
  action: { label: t`Set new password`, url },
  footnote: t`You received this email because someone entered your address in Envoi. If it was not you, ignore it. Your password stays the same.`,
})

interface SecurityNotice {
  subject: string
  /** Description of the event, one sentence. */
  what: string
  /** Advice in case it was not the user: "If not, …" */
  advice: string
  action?: { label: string; url: string }
  name: string | null
  at: Date
  /** Undefined if the service or an administrator did it. */
  source?: Source | undefined
}

/** Returns the email about a sign-in or security change: what, when and where it was, and what to do if it was not the user. */
export const securityEmail = ({ subject, what, advice, action, name, at, source }: SecurityNotice): ServiceEmail => ({
  subject,
  heading: name ? t`Hello ${name},` : t`Hello,`,
  paragraphs: [
    what,
    `${source ? `${placeOf(source)}, ` : ''}${times().format(at)} UTC.`,
    t`If this was you, you don’t need to do anything. ${advice}`,
  ],
  action: action ?? { label: t`Check security settings`, url: `${env().APP_URL}/settings/security` },
  footnote: t`We send this email whenever the security of your account changes. You can’t turn it off.`,
})

/** Returns the device and address, for example "Firefox on Linux, 203.0.113.7". */
export const placeOf = ({ ip, user_agent }: Source): string => `${describeUserAgent(user_agent)}, ${ip}`

const times = inLocaleOnce(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)

export const passwordChangedEmail = (change: { name: string | null; at: Date; source?: Source }): ServiceEmail =>
  securityEmail({
    ...change,
    subject: t`Your password was changed`,
    what: t`The password of your Envoi account was changed, and you were signed out everywhere else.`,
    advice: t`If not, reset your password now.`,
    action: { label: t`Reset password`, url: `${env().APP_URL}/forgot-password` },
  })

export const administratorEmail = ({
  is_admin,
  ...change
}: {
  is_admin: boolean
  name: string | null
  at: Date
}): ServiceEmail =>
  securityEmail({
    ...change,
    subject: is_admin ? t`You are an administrator of Envoi now` : t`You are no longer an administrator of Envoi`,
    what: is_admin
      ? t`You were made an administrator of this instance. You can see and change all of its accounts.`
      : t`You were removed from the administrators of this instance. Your accounts stay as they are.`,
    advice: t`If you did not expect this, tell the other administrators.`,
  })

interface UserNotice {
  name: string | null
  at: Date
}

export const newDeviceEmail = (signed_in: UserNotice & { source: Source }): ServiceEmail =>
  securityEmail({
    ...signed_in,
    subject: t`New sign-in to Envoi`,
    what: t`Someone signed in to your Envoi account on a device that we have not seen before.`,
    advice: t`If not, change your password and end the session in your security settings.`,
  })

/** `label` is the name of a provider, such as Google. */
export const providerEmail = ({ label, ...connected }: UserNotice & { label: string }): ServiceEmail =>
  securityEmail({
    ...connected,
    subject: t`${label} was connected to your Envoi account`,
    what: t`Someone signed in with ${label} and your address, so ${label} can be used to sign in to your Envoi account.`,
    advice: t`If not, secure your account at ${label}, and end other sessions in your security settings.`,
  })
