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
