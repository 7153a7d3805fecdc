import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '../../core/context.ts'
import { conflict, unavailable } from '../../core/errors.ts'
import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer } from '../../lib/crypto/crypto.ts'
import { findLiveApp } from '../apps/service.ts'
import { PartnerError, type PartnerServer, type PartnerTokens, partnerServer, refreshTokens } from './partner-client.ts'

const PURPOSE = 'partner-token'
/** Tokens are refreshed this long before they expire, because the call takes time too. */
const REFRESH_EARLY_MS = 60_000
/** Longer than a refresh takes. A process killed during one blocks the others this long. */
const LEASE_MS = 15_000
const POLL_MS = 100

/**
 * Returns the bearer token for the app's plugin endpoints in this account (contract 10.3), refreshed shortly before it expires.
 * Null if the app's plugins need none. `rejected` is a token that the app's server just refused: it is refreshed. Throws conflict
 * when the creator must connect the app again, unavailable when its server does not respond.
 */
export async function partnerToken(
  ctx: Ctx,
  { app_id, rejected }: { app_id: number; rejected?: string },
): Promise<string | null> {
  const app = await findLiveApp(app_id)
  const server = app && partnerServer(app)
  if (!app || !server) return null
  const deadline = performance.now() + LEASE_MS + 1_000
  for (;;) {
    const held = await findStoredTokens(ctx, { app_id })
    if (!held?.access_token) throw conflict(`${app.name} must be connected again`)
    const is_fresh = !held.expires_at || +held.expires_at > +ctx.now() + REFRESH_EARLY_MS
    if (is_fresh && held.access_token !== rejected) return held.access_token
    if (!held.refresh_token) throw conflict(`${app.name} must be connected again`)
    if (await claimRefresh(ctx, held)) return refresh(ctx, server, held, app.name)
    if (performance.now() > deadline) throw unavailable(`${app.name} does not respond. Try again later.`)
    await delay(POLL_MS)
  }
}

/** Stores the tokens of the app's server, replacing those of an earlier installation. */
export async function storeTokens(
  ctx: Ctx,
  { installation_id, tokens }: { installation_id: number; tokens: PartnerTokens },
): Promise<void> {
  await ctx.db.installation.updateMany({ where: { id: installation_id }, data: encryptTokens(ctx, tokens) })
}

/** Decrypts an access token, for the app to revoke. */
export const decryptToken = (text: string): string => cryptographer().decrypt(PURPOSE, text)

interface StoredTokens {
  id: number
  access_token: string | null
  refresh_token: string | null
  /** As stored: an update compares it, so it does not overwrite a newer one. */
  sealed_refresh_token: string | null
  expires_at: Date | null
}

/** Returns the account's newest tokens: all tenants of an app share its sign-in. */
async function findStoredTokens(ctx: Ctx, { app_id }: { app_id: number }): Promise<StoredTokens | null> {
  const row = await ctx.db.installation.findFirst({
    where: { app_id, state: 'installed', partner_access_token: { not: null } },
    orderBy: { id: 'desc' },
  })
  return (
    row && {
      id: row.id,
      access_token: row.partner_access_token && decryptToken(row.partner_access_token),
      refresh_token: row.partner_refresh_token && decryptToken(row.partner_refresh_token),
      sealed_refresh_token: row.partner_refresh_token,
      expires_at: row.partner_expires_at,
    }
  )
}

/** Acquires the refresh lease: a refresh token may work only once, so one process refreshes and the others poll. */
async function claimRefresh(ctx: Ctx, { id, sealed_refresh_token }: StoredTokens): Promise<boolean> {
  const now = ctx.now()
  const { count } = await ctx.db.installation.updateMany({
    where: {
      id,
      partner_refresh_token: sealed_refresh_token,
      OR: [{ partner_refresh_until: null }, { partner_refresh_until: { lte: now } }],
    },
    data: { partner_refresh_until: new Date(+now + LEASE_MS) },
  })
  return count > 0
}

async function refresh(ctx: Ctx, server: PartnerServer, held: StoredTokens, name: string): Promise<string> {
  const { id, refresh_token, sealed_refresh_token } = held
  const settle = (data: Partial<ReturnType<typeof encryptTokens>>) =>
    ctx.db.installation.updateMany({
      where: { id, partner_refresh_token: sealed_refresh_token },
      data: { ...data, partner_refresh_until: null },
    })
  try {
    const tokens = await refreshTokens(ctx, server, refresh_token ?? '')
    await settle(encryptTokens(ctx, { ...tokens, refresh_token: tokens.refresh_token ?? refresh_token }))
    return tokens.access_token
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (error.kind === 'unreachable') {
      await settle({})
      throw unavailable(`${name} does not respond. Try again later.`)
    }
    await settle({ partner_access_token: null, partner_refresh_token: null, partner_expires_at: null })
    throw conflict(`${name} must be connected again`)
  }
}

function encryptTokens(ctx: Ctx, { access_token, refresh_token, expires_in }: PartnerTokens) {
  const seal = (text: string) => cryptographer().encrypt(PURPOSE, text)
  return {
    partner_access_token: seal(access_token) as string | null,
    partner_refresh_token: refresh_token && seal(refresh_token),
    partner_expires_at: expires_in ? new Date(+ctx.now() + expires_in * 1_000) : null,
    partner_refresh_until: null as Date | null,
  }
}

let crypt: Cryptographer | undefined
function cryptographer(): Cryptographer {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
