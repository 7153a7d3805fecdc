import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { lookUp } from '../../look-up'
import { StaleLink, TooManyLinks } from '../../stale-link'
import { ConfirmAddress } from './confirm-address'

export const metadata: Metadata = { title: 'Confirm a sending address', referrer: 'no-referrer' }

/** Opening the page changes nothing: programs that scan mail open every link in it. */
export default async function ConfirmAddressPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const caller = await pageCaller()
  const link = await lookUp(caller.sending_addresses.confirmation({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <StaleLink action={{ href: '/settings/sending-addresses', label: 'Sending addresses' }}>
        A link to confirm an address works once, for seven days.
      </StaleLink>
    )
  }
  return <ConfirmAddress token={token} {...link.found} />
}
