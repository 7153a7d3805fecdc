import type { Metadata } from 'next'
import { AuthFooter, AuthHeading } from '@/components/auth/auth-heading'
import { pageContext } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { AcceptInvitation } from './accept-invitation'
import { ContinueAs } from './continue-as'
import { JoinForm } from './join-form'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

const MAY: Record<string, string> = {
  owner: 'As an owner you can do everything, and decide who else can.',
  admin: 'As an admin you write, send, and manage settings and team.',
  editor: 'As an editor you write and send, and look after subscribers.',
  viewer: 'As a viewer you see everything and change nothing.',
}

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const [{ user }, caller] = await Promise.all([pageContext(), pageCaller()])
  const link = await resolveLink(caller.team.invitation({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/', label: 'Go to Envoi' }}>
        Invitations work once, for seven days. Ask the person who invited you for a new one.
      </ExpiredLink>
    )
  }
  const { account_name, invited_by, email_address, role, has_log_in } = link.found
  const is_you = user?.email === email_address
  return (
    <>
      <AuthHeading title={`Join “${account_name}”`}>
        {invited_by ? `${invited_by} invites you.` : 'You are invited.'} {MAY[role]}
      </AuthHeading>
      {is_you ? (
        <AcceptInvitation token={token} />
      ) : user || has_log_in ? (
        <ContinueAs token={token} email_address={email_address} signed_in_as={user?.email} has_log_in={has_log_in} />
      ) : (
        <JoinForm token={token} email_address={email_address} />
      )}
      <AuthFooter>The invitation is for {email_address}.</AuthFooter>
    </>
  )
}
