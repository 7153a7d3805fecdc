import type { NextAuthOptions } from 'next-auth'
import { type Source, serviceCtx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { rootLogger } from '../core/log.ts'
import { type DatabaseUnavailable, outageOf } from '../db/connections/outage.ts'
import { env } from '../env.ts'
import { FinishInput } from '../modules/accounts/settings-schema.ts'
import { finishSignUp } from '../modules/accounts/sign-up/sign-up.ts'
import { SignInInput } from '../modules/users/schema.ts'
import { endSession, SESSION_MS, startSession } from '../modules/users/sessions.ts'
import { signIn, signInWithIdentity } from '../modules/users/sign-in.ts'
import { cookieName, cookieOptions } from './cookie.ts'
import { identityOf, providers } from './providers.ts'

/** A request to sign in: where it comes from, the devices that its browser is known as, and what to do with the result. */
export interface Visit {
  source: Source
  devices: readonly string[]
  onSignIn: (session_id: string) => void
  /** The database is unavailable. For next-auth this is a sign-in that failed like any other. */
  onOutage: (outage: DatabaseUnavailable) => void
}

/** next-auth signs users in and out and seals the cookie. Our own rows decide who they are and whether the session is valid. */
export function authOptions(visit: Visit): NextAuthOptions {
  const { source, onSignIn } = visit
  return {
    secret: env().SECRET_KEY,
    session: { strategy: 'jwt', maxAge: SESSION_MS / 1000 },
    cookies: { sessionToken: { name: cookieName(), options: cookieOptions() } },
    pages: { signIn: '/login', signOut: '/sign-out', error: '/login', verifyRequest: '/login' },
    providers: [passwords(visit), ...providers()],
    callbacks: {
      async signIn({ account, profile }) {
        if (!account || account.type === 'credentials') return true
        const identity = identityOf(account.provider, account.providerAccountId, profile ?? {})
        const user_id = await reportOutage(visit, signInWithIdentity(serviceCtx(), identity))
        return user_id !== null || '/login?error=unverified'
      },
      async jwt({ token, user, account, profile }) {
        // Without an account this is a later visit, and the cookie stays what it is.
        if (!account) return { sid: token.sid }
        if (account.type === 'credentials') {
          onSignIn(user.id)
          return { sid: user.id }
        }
        const identity = identityOf(account.provider, account.providerAccountId, profile ?? {})
        const user_id = await reportOutage(visit, signInWithIdentity(serviceCtx(), identity))
        if (user_id === null) return {}
        const sid = await reportOutage(visit, startSession(serviceCtx(), { user_id, source }))
        onSignIn(sid)
        return { sid }
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await endSession(serviceCtx(), { id: token.sid })
      },
    },
    logger: {
      error: (code, details) => rootLogger().warn({ code, reason: reasonOf(details) }, 'sign-in failed'),
      warn: () => undefined,
      debug: () => undefined,
    },
  }
}

/** Signs in by email and password, or by the link that finishes a sign-up. The user ID that it returns is the ID of the session that was started. */
const passwords = (visit: Visit): NextAuthOptions['providers'][number] => ({
  id: 'credentials',
  name: 'Password',
  type: 'credentials',
  credentials: { email_address: {}, password: {}, device: {}, sign_up_token: {} },
  async authorize(credentials) {
    const input = SignInInput.safeParse(credentials)
    const link = FinishInput.safeParse({ token: credentials?.sign_up_token, password: credentials?.password })
    const { source, devices } = visit
    const begin = async () => {
      if (link.success) {
        const made = await finishSignUp(serviceCtx(), { ...link.data, source })
        return made && startSession(serviceCtx(), { user_id: made.user_id, source })
      }
      return input.success ? signIn(serviceCtx(), { ...input.data, source, devices }) : null
    }
    try {
      const id = await reportOutage(visit, begin())
      return id === null ? null : { id }
    } catch (error) {
      if (error instanceof AppError) throw error
      rootLogger().error({ reason: reasonOf(error) }, 'a sign-in could not be checked')
      throw new Error('Something went wrong on our side. Please try again.')
    }
  },
})

/** Waits for `work`. Throws DatabaseUnavailable in place of the errors that mean it. */
async function reportOutage<Result>({ onOutage }: Visit, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const outage = outageOf(error)
    if (outage) onOutage(outage)
    throw outage ?? error
  }
}

const reasonOf = (details: unknown): string =>
  details instanceof Error ? details.message : ((details as { message?: string } | undefined)?.message ?? 'unknown')
