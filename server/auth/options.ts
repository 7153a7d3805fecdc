import type { NextAuthOptions } from 'next-auth'
import type { z } from 'zod'
import { type Source, serviceCtx } from '../core/context.ts'
import { AppError, invalid } from '../core/errors.ts'
import { rootLogger } from '../core/log.ts'
import { type DatabaseUnavailable, outageOf } from '../db/connections/outage.ts'
import { env } from '../env.ts'
import { FinishInput } from '../modules/accounts/settings-schema.ts'
import { hasUsers } from '../modules/accounts/sign-up/first-account.ts'
import { finishSignUp } from '../modules/accounts/sign-up/sign-up.ts'
import { finishSignIn, signInWithPasskey } from '../modules/second-factors/confirm.ts'
import {
  Code,
  EXPIRED_SIGN_IN_STEP,
  PasskeyAnswer,
  RecoveryCodeText,
  type SecondFactorProof,
  WRONG_PASSKEY,
} from '../modules/second-factors/schema.ts'
import { SignInInput } from '../modules/users/schema.ts'
import { endSession, findPendingSession, isSuspended, SESSION_MS, startSession } from '../modules/users/sessions.ts'
import { signIn, signInWithIdentity } from '../modules/users/sign-in.ts'
import { cookieName, cookieOptions } from './cookie.ts'
import { identityOf, type ProviderAddresses, providers } from './providers.ts'

/** A sign-in request: its source, the device tokens of its browser, and callbacks for the result. */
export interface Visit {
  source: Source
  devices: readonly string[]
  /** The session in the browser's cookie, which may be waiting for the second factor. */
  session_id?: string | undefined
  onSignIn: (session_id: string) => void
  /** Called if the database is unavailable, which next-auth treats like any other failed sign-in. */
  onOutage: (outage: DatabaseUnavailable) => void
}

/** next-auth signs users in and out and seals the cookie. Our own rows decide who users are and whether a session is valid. */
export function authOptions(visit: Visit, addresses?: ProviderAddresses): NextAuthOptions {
  const { source, devices, onSignIn } = visit
  return {
    secret: env().SECRET_KEY,
    session: { strategy: 'jwt', maxAge: SESSION_MS / 1000 },
    cookies: { sessionToken: { name: cookieName(), options: cookieOptions() } },
    pages: { signIn: '/login', signOut: '/sign-out', error: '/login', verifyRequest: '/login' },
    providers: [passwords(visit), ...providers(addresses)],
    callbacks: {
      async signIn({ account, profile }) {
        if (!account || account.type === 'credentials') return true
        // The page explains how to create the first account, which is not possible by a provider.
        if (!(await reportOutage(visit, hasUsers()))) return '/login'
        const identity = identityOf(account.provider, account.providerAccountId, profile ?? {})
        const user_id = await reportOutage(visit, signInWithIdentity(serviceCtx(), identity))
        if (user_id === null) return '/login?error=unverified'
        return !(await reportOutage(visit, isSuspended(serviceCtx(), { user_id }))) || '/login?error=suspended'
      },
      async jwt({ token, user, account, profile }) {
        // Without an account this is a later visit, and the cookie stays the same.
        if (!account) return { sid: token.sid }
        if (account.type === 'credentials') {
          onSignIn(user.id)
          return { sid: user.id }
        }
        const identity = identityOf(account.provider, account.providerAccountId, profile ?? {})
        const user_id = await reportOutage(visit, signInWithIdentity(serviceCtx(), identity))
        if (user_id === null) return {}
        const sid = await reportOutage(visit, startSession(serviceCtx(), { user_id, source, devices }))
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

/**
 * Signs in by email and password, by passkey, by the second factor of a pending sign-in, or by the link that completes a sign-up. The returned
 * user id is the id of the new session.
 */
const passwords = (visit: Visit): NextAuthOptions['providers'][number] => ({
  id: 'credentials',
  name: 'Password',
  type: 'credentials',
  credentials: {
    email_address: {},
    password: {},
    device: {},
    sign_up_token: {},
    code: {},
    recovery_code: {},
    passkey: {},
  },
  async authorize(credentials) {
    const input = SignInInput.safeParse(credentials)
    const link = FinishInput.safeParse({ token: credentials?.sign_up_token, password: credentials?.password })
    const { source, devices } = visit
    const begin = async () => {
      if (link.success) {
        const made = await finishSignUp(serviceCtx(), { ...link.data, source })
        return made && startSession(serviceCtx(), { user_id: made.user_id, source, devices })
      }
      const proof = proofOf(credentials)
      if (proof && visit.session_id !== undefined) {
        const pending_id = visit.session_id
        if (await findPendingSession(serviceCtx(), { id: pending_id }))
          return finishSignIn(serviceCtx(), { pending_id, proof, source, devices })
      }
      if (proof && 'passkey' in proof) return signInWithPasskey(serviceCtx(), { ...proof, source, devices })
      if (proof) throw invalid(EXPIRED_SIGN_IN_STEP)
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

/** Returns the second factor, or the passkey of a passwordless sign-in, from the fields of a sign-in. */
function proofOf(fields: Record<string, string> | undefined): SecondFactorProof | undefined {
  if (fields?.code !== undefined) return { code: parsed(Code, fields.code) }
  if (fields?.recovery_code !== undefined) return { recovery_code: parsed(RecoveryCodeText, fields.recovery_code) }
  return fields?.passkey === undefined ? undefined : { passkey: parsed(PasskeyAnswer, jsonOf(fields.passkey)) }
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value)
  if (error) throw invalid(error.issues[0]?.message ?? WRONG_PASSKEY)
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Waits for `work`. Throws DatabaseUnavailable in place of errors with that meaning. */
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
