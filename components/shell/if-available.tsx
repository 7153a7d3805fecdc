import { createContext, type ReactNode, use } from 'react'
import { IfRole } from '@/components/role'
import type { Destination } from '@/components/shell/navigation'
import { isBelow } from '@/server/lib/net/path-below.ts'

/** Conditions for pages besides the user's role. */
interface Availability {
  /** True if the account’s emails are caught instead of sent. */
  mail_is_caught: boolean
  /** True if the user administers this instance. */
  is_admin: boolean
  /** Path prefixes of pages whose feature is turned off. */
  pages_off?: readonly string[]
}

const Available = createContext<Availability>({ mail_is_caught: false, is_admin: false })

export function AvailabilityProvider({ children, ...value }: Availability & { children: ReactNode }) {
  return <Available value={value}>{children}</Available>
}

/** Returns true if the user administers this instance. */
export const useIsAdministrator = () => use(Available).is_admin

/** Returns a function that returns true if a page’s feature is off. */
export function useIsPageOff(): (href: string) => boolean {
  const { pages_off = [] } = use(Available)
  return (href) => isBelow(href, pages_off)
}

/** Shows links to a destination if the user’s role and the account allow it. */
export function IfAvailable({ destination, children }: { destination: Destination; children: ReactNode }) {
  const { mail_is_caught, is_admin } = use(Available)
  const isOff = useIsPageOff()
  if (isOff(destination.href)) return null
  if (destination.only_while_caught && !mail_is_caught) return null
  if (destination.only_for_administrators && !is_admin) return null
  return <IfRole atLeast={destination.role ?? 'viewer'}>{children}</IfRole>
}
