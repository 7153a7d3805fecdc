'use client'

import { createContext, type ReactNode, use } from 'react'
import { IfRole } from '@/components/role'
import type { Destination } from '@/components/shell/navigation'

const MailIsCaught = createContext(false)

/** Says whether the open account's mail is caught instead of sent. */
export function MailIsCaughtProvider({ is_caught, children }: { is_caught: boolean; children: ReactNode }) {
  return <MailIsCaught value={is_caught}>{children}</MailIsCaught>
}

/** Shows what leads to a destination, where the person's role and the account offer it. */
export function IfAvailable({ destination, children }: { destination: Destination; children: ReactNode }) {
  const is_caught = use(MailIsCaught)
  if (destination.only_while_caught && !is_caught) return null
  return <IfRole atLeast={destination.role ?? 'viewer'}>{children}</IfRole>
}
