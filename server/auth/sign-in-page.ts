import { headers } from 'next/headers'
import { serviceCtx } from '../core/context.ts'
import { hasUsers, isFirstLink } from '../modules/accounts/sign-up/first-account.ts'
import { passkeyRequest } from '../modules/second-factors/passkeys.ts'
import { findProofMethods } from '../modules/second-factors/service.ts'
import { findPendingSession } from '../modules/users/sessions.ts'
import { sessionIdOf } from './cookie.ts'

/** Returns the user of a sign-in that waits for the second factor, or null. */
export async function pendingSignIn(): Promise<{ user_id: number } | null> {
  const id = await sessionIdOf(await headers())
  return id ? findPendingSession(serviceCtx(), { id }) : null
}

/** Returns the browser's input for signing in with only a passkey. */
export const passkeySignIn = () => passkeyRequest(serviceCtx(), { user_id: 0, purpose: 'sign_in' })

/** Returns the ways in which the user of a pending sign-in can complete it, and the browser's input for requesting one of their passkeys. */
export async function secondStepOf({ user_id }: { user_id: number }) {
  const service = serviceCtx()
  const methods = await findProofMethods(service, { user_id })
  return { methods, passkey_request: await passkeyRequest(service, { user_id, purpose: 'sign_in' }) }
}

/** Returns whether no one can sign in yet, and whether `first` is the token of the link that creates the first account. */
export async function firstAccount(first?: string): Promise<{ is_missing: boolean; is_link: boolean }> {
  const is_missing = !(await hasUsers())
  return { is_missing, is_link: is_missing && isFirstLink(first) }
}
