import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { cookieName } from '../auth/cookie.ts'
import { clock } from '../core/clock.ts'
import { unscoped } from '../db/client.ts'
import { env } from '../env.ts'
import type { TestAccount } from './account.ts'

/** Returns the cookie of a browser where the account's owner is signed in. */
export async function signedIn({ account_id, user_id }: TestAccount): Promise<string> {
  const session = await unscoped().session.create({
    data: { id: randomUUID(), user_id, account_id, confirmed_at: clock.now() },
  })
  return `${cookieName()}=${await encode({ token: { sid: session.id }, secret: env().SECRET_KEY })}`
}
