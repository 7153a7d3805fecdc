import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { ConfirmAddress } from './confirm-address'

export const metadata: Metadata = { title: 'Confirm a sending address', referrer: 'no-referrer' }

/** Opening the page changes nothing: programs that scan mail open every link in it. */
export default async function ConfirmAddressPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const caller = await pageCaller()
  const link = await resolveLink(caller.sending_addresses.confirmation({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/settings/sending-addresses', label: 'Sending addresses' }}>
        A link to confirm an address works once, for seven days.
      </ExpiredLink>
    )
  }
  return <ConfirmAddress token={token} {...link.found} />
}
