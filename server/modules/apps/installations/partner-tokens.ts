import type { Ctx } from '../../../core/context.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'

// Tokens of an app's own server (contract 10.3), encrypted in the account's installation of the app.

const PURPOSE = 'partner-token'
/** Longer than a refresh takes. If a process is killed during one, other processes wait this long. */
export const REFRESH_LEASE_MS = 15_000

/** Tokens as returned by the app's server. */
export interface PartnerTokens {
  access_token: string
  refresh_token: string | null
  /** Seconds from now. We use our own clock, because the app's clock may be wrong. */
  expires_in: number | null
}

export interface StoredTokens {
  installation_id: number
  access_token: string | null
  refresh_token: string | null
  /** The stored ciphertext. An update compares it, so it does not overwrite a newer token. */
  encrypted_refresh_token: string | null
  expires_at: Date | null
}

/** Stores the tokens of the app's server, replacing the tokens of an earlier installation. */
export async function storePartnerTokens(
  ctx: Ctx,
  { installation_id, tokens }: { installation_id: number; tokens: PartnerTokens },
): Promise<void> {
  await ctx.db.installation.updateMany({ where: { id: installation_id }, data: encryptTokens(ctx, tokens) })
}

/** Returns the account's newest tokens: all tenants of an app share its sign-in. */
export async function findPartnerTokens(ctx: Ctx, { app_id }: { app_id: number }): Promise<StoredTokens | null> {
  const row = await ctx.db.installation.findFirst({
    where: { app_id, state: 'installed', partner_access_token: { not: null } },
    orderBy: { id: 'desc' },
  })
  return (
    row && {
      installation_id: row.id,
      access_token: row.partner_access_token && decryptPartnerToken(row.partner_access_token),
      refresh_token: row.partner_refresh_token && decryptPartnerToken(row.partner_refresh_token),
      encrypted_refresh_token: row.partner_refresh_token,
      expires_at: row.partner_expires_at,
    }
  )
}

/** Acquires the refresh lease. A refresh token may work only once, so one process refreshes and the others poll. */
export async function leasePartnerRefresh(
  ctx: Ctx,
  { installation_id, encrypted_refresh_token }: StoredTokens,
): Promise<boolean> {
  const now = ctx.now()
  const { count } = await ctx.db.installation.updateMany({
    where: {
      id: installation_id,
      partner_refresh_token: encrypted_refresh_token,
      OR: [{ partner_refresh_until: null }, { partner_refresh_until: { lte: now } }],
    },
    data: { partner_refresh_until: new Date(+now + REFRESH_LEASE_MS) },
  })
  return count > 0
}

/**
 * Releases the refresh lease.
 * @param tokens the new tokens; null deletes the stored ones; undefined keeps them
 */
export async function endPartnerRefresh(
  ctx: Ctx,
  { installation_id, encrypted_refresh_token }: StoredTokens,
  tokens?: PartnerTokens | null,
): Promise<void> {
  const change = tokens === undefined ? {} : tokens === null ? NO_TOKENS : encryptTokens(ctx, tokens)
  await ctx.db.installation.updateMany({
    where: { id: installation_id, partner_refresh_token: encrypted_refresh_token },
    data: { ...change, partner_refresh_until: null },
  })
}

/** Deletes the tokens of an uninstalled app's server. */
export async function deletePartnerTokens(ctx: Ctx, { installation_id }: { installation_id: number }): Promise<void> {
  await ctx.db.installation.updateMany({
    where: { id: installation_id, state: 'uninstalled' },
    data: { ...NO_TOKENS, partner_refresh_until: null, partner_state_hash: null },
  })
}

/** Stores the state of a sign-in at the app's server, replacing an earlier one. */
export async function storePartnerState(
  ctx: Ctx,
  { installation_id, state_hash }: { installation_id: number; state_hash: string },
): Promise<void> {
  await ctx.db.installation.updateMany({ where: { id: installation_id }, data: { partner_state_hash: state_hash } })
}

/** Returns the app of the installation with this state. Deletes the state, because each may be used only once. */
export async function consumePartnerState(
  ctx: Ctx,
  { installation_id, state_hash }: { installation_id: number; state_hash: string },
): Promise<{ app_id: number } | undefined> {
  const [installation] = await ctx.db.installation.updateManyAndReturn({
    where: { id: installation_id, state: { not: 'uninstalled' }, partner_state_hash: state_hash },
    data: { partner_state_hash: null },
    select: { app_id: true },
  })
  return installation
}

/** Decrypts an access token, so it can be revoked. */
export const decryptPartnerToken = (text: string): string => cryptographer().decrypt(PURPOSE, text)

const NO_TOKENS = { partner_access_token: null, partner_refresh_token: null, partner_expires_at: null }

function encryptTokens(ctx: Ctx, { access_token, refresh_token, expires_in }: PartnerTokens) {
  const encrypt = (text: string) => cryptographer().encrypt(PURPOSE, text)
  return {
    partner_access_token: encrypt(access_token),
    partner_refresh_token: refresh_token && encrypt(refresh_token),
    partner_expires_at: expires_in ? new Date(+ctx.now() + expires_in * 1_000) : null,
    partner_refresh_until: null,
  }
}
