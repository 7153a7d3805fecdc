'use client'

import { createContext, type ReactNode, use } from 'react'
import { LockKeyhole } from '@/components/generated/icons'
import { PageHeader } from '@/components/page-header'
import { Alert } from '@/components/ui/alert'
import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'
import { ROLES } from '@/server/modules/accounts/settings-values-schema.ts'

export type Role = (typeof ROLES)[number]

const OwnRole = createContext<Role | null>(null)

/** Provides the user’s role in the current account. */
export function RoleProvider({ role, children }: { role: Role; children: ReactNode }) {
  return <OwnRole value={role}>{children}</OwnRole>
}

/** Returns true if the user has at least this role. Only hides controls; the server checks permissions. */
export function useHasRole(role: Role): boolean {
  const own = use(OwnRole)
  return own !== null && ROLES.indexOf(own) <= ROLES.indexOf(role)
}

interface ForRole {
  /** The minimum role. */
  atLeast: Role
  children: ReactNode
}

/** Renders its children for users with at least this role. */
export function IfRole({ atLeast, children }: ForRole) {
  return useHasRole(atLeast) ? children : null
}

/** Disables a form for users below this role, with a note. */
export function EditableBy({ atLeast, children }: ForRole) {
  const may = useHasRole(atLeast)
  return (
    <>
      {may ? null : <Alert className="mb-6" title={`Only ${ROLE_LABELS[atLeast].at_least} can change this`} />}
      <fieldset disabled={!may} className="contents">
        {children}
      </fieldset>
    </>
  )
}

/** Hides a page from users below this role. */
export function RestrictedPage({ atLeast, title, children }: ForRole & { title?: string }) {
  if (useHasRole(atLeast)) return children
  return (
    <>
      {title ? <PageHeader title={title} /> : null}
      <div className="flex items-start gap-3 rounded-xl bg-info-soft px-4 py-3.5 text-info-ink text-sm">
        <LockKeyhole aria-hidden className="mt-px size-4.5 shrink-0" />
        <p>Only {ROLE_LABELS[atLeast].at_least} can view this page. Ask for access.</p>
      </div>
    </>
  )
}
