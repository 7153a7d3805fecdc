'use client'

import { createContext, type ReactNode, use } from 'react'
import { IfRole } from '@/components/role'
import type { Destination } from '@/components/shell/navigation'

/** What decides, beside the role, which pages exist for the user. */
interface Availability {
  /** The account’s emails are caught instead of sent. */
  mail_is_caught: boolean
  /** The user administers this instance. */
  is_admin: boolean
}

const Available = createContext<Availability>({ mail_is_caught: false, is_admin: false })

export function AvailabilityProvider({ children, ...value }: Availability & { children: ReactNode }) {
  return <Available value={value}>{children}</Available>
}

/** Whether the user administers this instance. */
export const useIsAdministrator = () => use(Available).is_admin

/** Shows links to a destination if the user’s role and the account allow it. */
export function IfAvailable({ destination, children }: { destination: Destination; children: ReactNode }) {
  const { mail_is_caught, is_admin } = use(Available)
  if (destination.only_while_caught && !mail_is_caught) return null
  if (destination.only_for_administrators && !is_admin) return null
  return <IfRole atLeast={destination.role ?? 'viewer'}>{children}</IfRole>
}
