import { signIn } from 'next-auth/react'
import { type FinishInput, WRONG_SIGN_UP_PASSWORD } from '@/server/modules/accounts/settings-schema.ts'
import { type LogInInput, WRONG_CREDENTIALS } from '@/server/modules/people/schema.ts'

/**
 * Logs in with address and password and goes on to `next`. Answers why not, or stays pending until the browser has left: the
 * button must not come back to life before that.
 */
export async function signInWithPassword(credentials: LogInInput, next: string): Promise<{ message: string }> {
  const result = await signIn('credentials', { ...credentials, redirect: false })
  if (result?.error === 'CredentialsSignin') return { message: WRONG_CREDENTIALS }
  if (!result || result.error) return { message: result?.error ?? 'Something went wrong. Please try again.' }
  // A full load: nothing of what another person had open in this tab may stay.
  window.location.assign(next)
  return new Promise(() => undefined)
}

/** Creates the account that a mailed link is for, signs in and goes on to `next`. */
export async function finishSignUp(
  { token, password }: FinishInput,
  next: string,
): Promise<{ message: string; field?: 'password' }> {
  const result = await signIn('credentials', { sign_up_token: token, password, redirect: false })
  if (result?.error === 'CredentialsSignin') return { message: WRONG_SIGN_UP_PASSWORD, field: 'password' }
  if (!result || result.error) return { message: result?.error ?? 'Something went wrong. Please try again.' }
  window.location.assign(next)
  return new Promise(() => undefined)
}

/** Leaves for Google or GitHub and comes back to `next`. */
export const signInWithProvider = (provider: string, next: string) => signIn(provider, { callbackUrl: next })
