'use client'

import { LockKeyhole } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { Alert } from '@/components/ui/alert'
import { ROLES } from '@/server/modules/accounts/settings-schema.ts'

export type Role = (typeof ROLES)[number]

const OwnRole = createContext<Role | null>(null)

/** What the person is in the open account. */
export function RoleProvider({ role, children }: { role: Role; children: ReactNode }) {
  return <OwnRole value={role}>{children}</OwnRole>
}

/** Whether the person may do what asks for this role. It spares them buttons that would be refused; the server decides. */
export function useHasRole(role: Role): boolean {
  const own = use(OwnRole)
  return own !== null && ROLES.indexOf(own) <= ROLES.indexOf(role)
}

interface ForRole {
  /** The least role. */
  atLeast: Role
  children: ReactNode
}

/** Shown from this role on. */
export function IfRole({ atLeast, children }: ForRole) {
  return useHasRole(atLeast) ? children : null
}

/** Below this role a form can be read and not changed, and says so. */
export function EditableBy({ atLeast, children }: ForRole) {
  const may = useHasRole(atLeast)
  return (
    <>
      {may ? null : <Alert className="mb-6" title={`Only ${PLURAL[atLeast]} can change this`} />}
      <fieldset disabled={!may} className="contents">
        {children}
      </fieldset>
    </>
  )
}

/** A page that others are not shown at all. */
export function RestrictedPage({ atLeast, children }: ForRole) {
  if (useHasRole(atLeast)) return children
  return (
    <div className="flex items-start gap-3 rounded-xl bg-info-soft px-4 py-3.5 text-info-ink text-sm">
      <LockKeyhole aria-hidden className="mt-px size-4.5 shrink-0" />
      <p>This page is for {PLURAL[atLeast]}. Ask one of them, or ask to become one.</p>
    </div>
  )
}

const PLURAL: Record<Role, string> = {
  owner: 'owners',
  admin: 'owners and admins',
  editor: 'owners, admins and editors',
  viewer: 'members',
}
