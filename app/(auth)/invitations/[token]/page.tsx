import type { Metadata } from 'next'
import { AuthFooter, AuthHeading } from '@/components/auth/auth-heading'
import { PageName } from '@/components/page-name'
import { pageContext } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { AcceptInvitation } from './accept-invitation'
import { ContinueAs } from './continue-as'
import { JoinForm } from './join-form'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

const MAY: Record<string, string> = {
  owner: 'As an owner, you have full access.',
  admin: 'As an admin, you can send emails and manage settings and the team.',
  editor: 'As an editor, you can send emails and manage subscribers.',
  viewer: 'As a viewer, you can view everything but not make changes.',
}

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const [{ user }, caller] = await Promise.all([pageContext(), pageCaller()])
  const link = await resolveLink(caller.team.invitation({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/', label: 'Go to Envoi' }}>
        Invitations work once, for seven days. Ask your team to send a new one.
      </ExpiredLink>
    )
  }
  const { account_name, invited_by, email_address, role, user_exists } = link.found
  const is_you = user?.email === email_address
  return (
    <>
      <PageName name={account_name} />
      <AuthHeading title={`Join “${account_name}”`}>
        {invited_by ? `${invited_by} invited you.` : 'You have been invited.'} {MAY[role]}
      </AuthHeading>
      {is_you ? (
        <AcceptInvitation token={token} />
      ) : user || user_exists ? (
        <ContinueAs token={token} email_address={email_address} signed_in_as={user?.email} user_exists={user_exists} />
      ) : (
        <JoinForm token={token} email_address={email_address} />
      )}
      <AuthFooter>This invitation is for {email_address}.</AuthFooter>
    </>
  )
}
