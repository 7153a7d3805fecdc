import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { ConfirmAddress } from './confirm-address'

export const metadata: Metadata = { title: 'Confirm sending address', referrer: 'no-referrer' }

/** Opening the page changes nothing, because email scanners open every link. */
export default async function ConfirmAddressPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const caller = await pageCaller()
  const link = await resolveLink(caller.sending_addresses.confirmation({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/settings/sending-addresses', label: 'Sending addresses' }}>
        Confirmation links work once, for seven days.
      </ExpiredLink>
    )
  }
  return <ConfirmAddress token={token} {...link.found} />
}
