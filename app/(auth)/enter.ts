import { signIn } from 'next-auth/react'
import { type LogInInput, WRONG_CREDENTIALS } from '@/server/modules/people/schema.ts'

/**
 * Logs in with address and password and goes on to `next`. Answers why not, or stays pending until the browser has left: the
 * button must not come back to life before that.
 */
export async function enter(credentials: LogInInput, next: string): Promise<{ message: string }> {
  const result = await signIn('credentials', { ...credentials, redirect: false })
  if (result?.error === 'CredentialsSignin') return { message: WRONG_CREDENTIALS }
  if (!result || result.error) return { message: result?.error ?? 'Something went wrong. Please try again.' }
  // A full load: nothing of what another person had open in this tab may stay.
  window.location.assign(next)
  return new Promise(() => undefined)
}

/** Leaves for Google or GitHub and comes back to `next`. */
export const enterThrough = (provider: string, next: string) => signIn(provider, { callbackUrl: next })
