'use client'

import { createContext, type ReactNode, use } from 'react'
import { IfRole } from '@/components/role'
import type { Destination } from '@/components/shell/navigation'

const MailIsCaught = createContext(false)

/** Provides whether the account’s emails are caught instead of sent. */
export function MailIsCaughtProvider({ is_caught, children }: { is_caught: boolean; children: ReactNode }) {
  return <MailIsCaught value={is_caught}>{children}</MailIsCaught>
}

/** Shows links to a destination if the user’s role and the account allow it. */
export function IfAvailable({ destination, children }: { destination: Destination; children: ReactNode }) {
  const is_caught = use(MailIsCaught)
  if (destination.only_while_caught && !is_caught) return null
  return <IfRole atLeast={destination.role ?? 'viewer'}>{children}</IfRole>
}
