import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { conflict, unavailable } from '../../../core/errors.ts'
import { recordOutside } from '../../../core/write/record-outside.ts'
import { t } from '../../../lib/locale/texts.ts'
import {
  endPartnerRefresh,
  findPartnerTokens,
  leasePartnerRefresh,
  REFRESH_LEASE_MS,
  type StoredTokens,
} from '../../apps/installations/partner-tokens.ts'
import { versionFor } from '../../apps/installations/tests.ts'
import { findLiveApp } from '../../apps/service.ts'
import { PartnerError, type PartnerServer, partnerServer, refreshTokens } from './partner-client.ts'

/** Tokens are refreshed this long before they expire, to leave time for the call. */
const REFRESH_EARLY_MS = 60_000
const POLL_MS = 100

/**
 * Returns the bearer token for the app's plugin endpoints in this account (contract 10.3), refreshing it shortly before it expires. Null if
 * the app's plugins need none. `rejected` is a token that the app's server just refused; it is refreshed too. Throws conflict if the
 * creator must connect the app again, unavailable if its server does not respond.
 */
export async function partnerToken(
  ctx: Ctx,
  { app_id, rejected }: { app_id: number; rejected?: string },
): Promise<string | null> {
  const stored = await findLiveApp(app_id)
  const app = stored && (await versionFor(ctx, stored))
  const server = app && partnerServer(app)
  if (!app || !server) return null
  const deadline = performance.now() + REFRESH_LEASE_MS + 1_000
  for (;;) {
    const stored = await findPartnerTokens(ctx, { app_id })
    if (!stored?.access_token) throw conflict(t`${app.name} must be connected again`)
    const isFresh = !stored.expires_at || +stored.expires_at > +ctx.now() + REFRESH_EARLY_MS
    if (isFresh && stored.access_token !== rejected) return stored.access_token
    if (!stored.refresh_token) throw conflict(t`${app.name} must be connected again`)
    if (await leasePartnerRefresh(ctx, stored)) return refresh(ctx, server, stored, app.name)
    if (performance.now() > deadline) throw unavailable(t`${app.name} does not respond. Try again later.`)
    await delay(POLL_MS)
  }
}

async function refresh(ctx: Ctx, server: PartnerServer, stored: StoredTokens, name: string): Promise<string> {
  try {
    const tokens = await refreshTokens(ctx, server, stored.refresh_token ?? '')
    const kept = { ...tokens, refresh_token: tokens.refresh_token ?? stored.refresh_token }
    // The old refresh token is now invalid, so losing the new one would force the creator to connect the app again.
    await recordOutside(() => endPartnerRefresh(ctx, stored, kept))
    return tokens.access_token
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (error.kind === 'unreachable') {
      await endPartnerRefresh(ctx, stored)
      throw unavailable(t`${name} does not respond. Try again later.`)
    }
    await endPartnerRefresh(ctx, stored, null)
    throw conflict(t`${name} must be connected again`)
  }
}
