import { useState, useSyncExternalStore } from 'react'
import { confirmRequests } from '@/components/security/confirm-request'
import { onDemand } from '@/components/ui/on-demand'

const Dialog = onDemand(async () => (await import('@/components/security/confirm-identity')).ConfirmIdentity)

/** Loads the identity dialog when the server first asks for it. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(confirmRequests.subscribe, confirmRequests.current, confirmRequests.none)
  const [was_asked, setWasAsked] = useState(false)
  // Stays mounted for its closing animation.
  if (request && !was_asked) setWasAsked(true)
  return was_asked ? <Dialog /> : null
}
