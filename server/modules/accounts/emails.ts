import { env } from '../../env.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import { ROLE_LABELS } from './role-schema.ts'

interface Confirmation {
  email_address: string
  account_name: string
  token: string
}

export const confirmationEmail = ({ email_address, account_name, token }: Confirmation): ServiceEmail => ({
  subject: `Confirm ${email_address} as a sending address`,
  heading: 'Is this your address?',
  paragraphs: [
    `“${account_name}” wants to send emails from ${email_address}. Confirm the address only if you agree.`,
    'The link works once, for seven days.',
  ],
  action: { label: 'Confirm address', url: `${env().APP_URL}/confirm-sending-address/${token}` },
  footnote:
    'You received this email because someone entered your address in Envoi. If you don’t recognize this, ignore it: no email can be sent from your address without your confirmation.',
})

interface InvitationDetails {
  account_name: string
  invited_by: string | null
  role: keyof typeof ROLE_LABELS
  token: string
}

export const invitationEmail = ({ account_name, invited_by, role, token }: InvitationDetails): ServiceEmail => ({
  subject: `Join “${account_name}” on Envoi`,
  heading: `You are invited to “${account_name}”`,
  paragraphs: [
    `${invited_by ?? 'Someone'} invited you to work on “${account_name}” as ${ROLE_LABELS[role].with_article}.`,
    'The invitation only works for this address, once, for seven days.',
  ],
  action: { label: 'View invitation', url: `${env().APP_URL}/invitations/${token}` },
  footnote: 'If you don’t know the sender, ignore this email. The invitation expires after seven days.',
})

export const instanceInvitationEmail = ({
  email_address,
  token,
}: {
  email_address: string
  token: string
}): ServiceEmail => ({
  subject: 'Create your Envoi account',
  heading: 'You are invited to Envoi',
  paragraphs: [
    'An administrator of this server invited you to create an account of your own.',
    'The invitation only works for this address, for 14 days.',
  ],
  action: {
    label: 'Create account',
    url: `${env().APP_URL}/sign-up?${new URLSearchParams({ invitation: token, address: email_address })}`,
  },
  footnote: 'If you don’t know who runs this server, ignore this email. The invitation expires after 14 days.',
})

export const signUpEmail = (details: { name: string; account_name: string; token: string }): ServiceEmail => ({
  subject: 'Finish signing up for Envoi',
  heading: `Hello ${details.name},`,
  paragraphs: [`Follow the link to create “${details.account_name}”. It works once, for 24 hours.`],
  action: { label: 'Create account', url: `${env().APP_URL}/sign-up/${details.token}` },
  footnote:
    'You received this email because someone entered your address in Envoi. If it was not you, ignore it: no account is created without this link.',
})

export const addressInUseEmail = ({ email }: { email: string }): ServiceEmail => ({
  subject: 'You already have an Envoi account',
  heading: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up with your address. If it was you, sign in instead.',
    'If you do not know your password, choose “Forgot password?” on that page.',
  ],
  action: { label: 'Sign in', url: `${env().APP_URL}/login?${new URLSearchParams({ address: email })}` },
  footnote:
    'If it was not you, ignore this email. Nothing was changed, and we did not reveal that you have an account.',
})
