import { env } from '../../env.ts'
import type { Letter } from '../service-mail/letter.ts'

interface Confirmation {
  email_address: string
  account_name: string
  token: string
}

export const confirmationLetter = ({ email_address, account_name, token }: Confirmation): Letter => ({
  subject: `Confirm ${email_address} as a sender`,
  heading: 'Is this your address?',
  paragraphs: [
    `“${account_name}” wants to send letters in the name of ${email_address}. Confirm it if that is you, or if you agree.`,
    'The link works once, within seven days.',
  ],
  action: { label: 'Confirm the address', url: `${env().APP_URL}/confirm-sending-address/${token}` },
  footnote:
    'You have this letter because somebody entered your address at Envoi. Without your confirmation nothing can be sent in its name: if you do not know about this, there is nothing to do.',
})

interface InvitationDetails {
  account_name: string
  invited_by: string | null
  role: string
  token: string
}

export const invitationLetter = ({ account_name, invited_by, role, token }: InvitationDetails): Letter => ({
  subject: `Join “${account_name}” on Envoi`,
  heading: `You are invited to “${account_name}”`,
  paragraphs: [
    `${invited_by ?? 'Somebody'} invites you to work on “${account_name}” as ${ROLE_WITH_ARTICLE[role] ?? role}.`,
    'The invitation is for this address alone. It works once, within seven days.',
  ],
  action: { label: 'See the invitation', url: `${env().APP_URL}/invitations/${token}` },
  footnote: 'If you do not know the sender, there is nothing to do: the invitation lapses by itself.',
})

const ROLE_WITH_ARTICLE: Record<string, string> = {
  owner: 'an owner',
  admin: 'an admin',
  editor: 'an editor',
  viewer: 'a viewer',
}

export const signUpLetter = (details: { name: string; account_name: string; token: string }): Letter => ({
  subject: 'Finish signing up for Envoi',
  heading: `Hello ${details.name},`,
  paragraphs: [`Follow the link to create “${details.account_name}”. It works once, for 24 hours.`],
  action: { label: 'Create account', url: `${env().APP_URL}/sign-up/${details.token}` },
  footnote:
    'You received this email because someone entered your address at Envoi. If it was not you, ignore it: without this link no account is created.',
})

export const addressInUseLetter = ({ email }: { email: string }): Letter => ({
  subject: 'You already have an Envoi account',
  heading: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up with your address. If it was you, sign in instead.',
    'If you do not know your password, choose “Forgot it?” on that page.',
  ],
  action: { label: 'Sign in', url: `${env().APP_URL}/login?${new URLSearchParams({ address: email })}` },
  footnote:
    'If it was not you, ignore this email. Nothing was changed, and the person was not told that you have an account.',
})
