import type { Role } from '../../core/context.ts'
import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import { ROLE_LABELS } from './role-schema.ts'
import type { Suspendable } from './settings-schema.ts'

interface Confirmation {
  email_address: string
  account_name: string
  token: string
}

export const confirmationEmail = ({ email_address, account_name, token }: Confirmation): ServiceEmail => ({
  subject: t`Confirm ${email_address} as a sending address`,
  heading: t`Is this your address?`,
  paragraphs: [
    t`“${account_name}” wants to send emails from ${email_address}. Confirm the address only if you agree.`,
    t`The link works once, for seven days.`,
  ],
  action: { label: t`Confirm address`, url: `${env().APP_URL}/confirm-sending-address/${token}` },
  footnote: t`You received this email because someone entered your address in Envoi. If you don’t recognize this, ignore it: no email can be sent from your address without your confirmation.`,
})

interface InvitationDetails {
  account_name: string
  invited_by: string | null
  role: Role
  token: string
}

export const invitationEmail = ({ account_name, invited_by, role, token }: InvitationDetails): ServiceEmail => ({
  subject: t`Join “${account_name}” on Envoi`,
  heading: t`You are invited to “${account_name}”`,
  paragraphs: [
    t`${invited_by ?? t`Someone`} invited you to work on “${account_name}” as ${ROLE_LABELS[role].with_article}.`,
    t`The invitation only works for this address, once, for seven days.`,
  ],
  action: { label: t`View invitation`, url: `${env().APP_URL}/invitations/${token}` },
  footnote: t`If you don’t know the sender, ignore this email. The invitation expires after seven days.`,
})

export const instanceInvitationEmail = ({
  email_address,
  token,
}: {
  email_address: string
  token: string
}): ServiceEmail => ({
  subject: t`Create your Envoi account`,
  heading: t`You are invited to Envoi`,
  paragraphs: [
    t`An administrator of this server invited you to create an account of your own.`,
    t`The invitation only works for this address, for 14 days.`,
  ],
  action: {
    label: t`Create account`,
    url: `${env().APP_URL}/sign-up?${new URLSearchParams({ invitation: token, address: email_address })}`,
  },
  footnote: t`If you don’t know who runs this server, ignore this email. The invitation expires after 14 days.`,
})

export const signUpEmail = (details: { name: string; account_name: string; token: string }): ServiceEmail => ({
  subject: t`Finish signing up for Envoi`,
  heading: t`Hello ${details.name},`,
  paragraphs: [t`Follow the link to create “${details.account_name}”. It works once, for 24 hours.`],
  action: { label: t`Create account`, url: `${env().APP_URL}/sign-up/${details.token}` },
  footnote: t`You received this email because someone entered your address in Envoi. If it was not you, ignore it: no account is created without this link.`,
})

export const addressInUseEmail = ({ email }: { email: string }): ServiceEmail => ({
  subject: t`You already have an Envoi account`,
  heading: t`You already have an account`,
  paragraphs: [
    t`Someone tried to sign up with your address. If it was you, sign in instead.`,
    t`If you do not know your password, choose “Forgot password?” on that page.`,
  ],
  action: { label: t`Sign in`, url: `${env().APP_URL}/login?${new URLSearchParams({ address: email })}` },
  footnote: t`If it was not you, ignore this email. Nothing was changed, and we did not reveal that you have an account.`,
})

interface Suspension {
  what: Suspendable
  is_suspended: boolean
  reason: string | undefined
  account_name: string
}

export function suspensionEmail({ what, is_suspended, reason, account_name }: Suspension): ServiceEmail {
  const label = { sign_in: t`Sign-in`, api: t`API access`, sending: t`Sending` }[what]
  const part = { sign_in: t`sign-in`, api: t`API access`, sending: t`sending` }[what]
  return {
    subject: is_suspended
      ? t`${label} of “${account_name}” was suspended`
      : t`${label} of “${account_name}” was released`,
    heading: is_suspended ? t`${label} was suspended` : t`${label} was released`,
    paragraphs: [
      is_suspended
        ? t`The administrator of this instance suspended ${part} of “${account_name}”. ${suspensionEffect(what)}`
        : t`The administrator of this instance released ${part} of “${account_name}”. ${releaseEffect(what)}`,
      ...(reason ? [t`Reason: ${reason}`] : []),
    ],
    ...(what !== 'sign_in' || !is_suspended ? { action: { label: t`Open Envoi`, url: env().APP_URL } } : {}),
    footnote: t`You received this email because you own this account.`,
  }
}

const suspensionEffect = (what: Suspendable): string =>
  ({
    sign_in: t`Its members can no longer sign in to it. Scheduled emails and the API are not affected.`,
    api: t`API keys and installed apps can no longer reach it.`,
    sending: t`Nothing is sent to its subscribers. Unsent messages stay queued and are sent when the suspension ends.`,
  })[what]

const releaseEffect = (what: Suspendable): string =>
  ({
    sign_in: t`Its members can sign in to it again.`,
    api: t`API keys and installed apps work again. No key was changed.`,
    sending: t`Messages that waited are being sent.`,
  })[what]
