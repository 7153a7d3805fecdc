import { signIn } from 'next-auth/react'
import { somethingWentWrong } from '@/components/error-text'
import type { FinishInput } from '@/server/modules/accounts/settings-schema.ts'
import { WRONG_SIGN_UP_PASSWORD } from '@/server/modules/accounts/settings-values-schema.ts'
import type { SignInInput } from '@/server/modules/users/schema.ts'
import { WRONG_CREDENTIALS } from '@/server/modules/users/values-schema.ts'

/**
 * Signs in with email address and password and opens `next`. Returns the error. On success, stays pending until the browser leaves the
 * page, which keeps the button disabled.
 */
export async function signInWithPassword(credentials: SignInInput, next: string): Promise<{ message: string }> {
  const result = await signIn('credentials', { ...credentials, redirect: false })
  if (result?.error === 'CredentialsSignin') return { message: WRONG_CREDENTIALS }
  if (!result || result.error) return { message: result?.error ?? somethingWentWrong() }
  return leave(next)
}

/** Completes a sign-in with a code, a recovery code or a passkey, or signs in with only a passkey, and opens `next`. Returns the error. */
export async function proveSecondFactor(
  proof: { code: string } | { recovery_code: string } | { passkey: string },
  next: string,
): Promise<{ message: string }> {
  const result = await signIn('credentials', { ...proof, redirect: false })
  if (!result || result.error) return { message: result?.error ?? somethingWentWrong() }
  return leave(next)
}

/**
 * Opens `next` through the sign-in page, which asks for a second factor if there is one. A full page load, so no data of another user stays
 * in this tab.
 */
function leave(next: string): Promise<never> {
  window.location.assign(signInPath(next))
  return new Promise(() => undefined)
}

const signInPath = (next: string) => `/login?next=${encodeURIComponent(next)}`

/** Creates the account of a sign-up link, signs in and opens `next`. */
export async function finishSignUp(
  { token, password }: FinishInput,
  next: string,
): Promise<{ message: string; field?: 'password' }> {
  const result = await signIn('credentials', { sign_up_token: token, password, redirect: false })
  if (result?.error === 'CredentialsSignin') return { message: WRONG_SIGN_UP_PASSWORD, field: 'password' }
  if (!result || result.error) return { message: result?.error ?? somethingWentWrong() }
  window.location.assign(next)
  return new Promise(() => undefined)
}

/** Signs in through Google or GitHub and returns to `next`. */
export const signInWithProvider = (provider: string, next: string) =>
  signIn(provider, { callbackUrl: signInPath(next) })
