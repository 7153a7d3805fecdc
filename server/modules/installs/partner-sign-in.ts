import type { Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer, randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { continueInstall, findInstallableApp, installerCtx, type Visitor } from './installer.ts'
import { storeTokens } from './partner.ts'
import { authorizeUrl, exchangeCode, PartnerError, type PartnerServer, partnerServer } from './partner-client.ts'
import type { PartnerAnswer, PartnerOutcome } from './schema.ts'

const PURPOSE = 'partner-state'
/** As long as somebody may take to log in over there. */
const STATE_MS = 30 * 60_000

/**
 * The address of the app's own log-in (contract 10.3). The state that it carries is good once, for this session only, so that
 * nobody can have a creator's account signed in to somebody else's account over there.
 */
export async function startPartnerSignIn(
  ctx: Ctx,
  { server, installation_id, session_id }: { server: PartnerServer; installation_id: number; session_id: string },
): Promise<string> {
  const expires_at = Math.floor(+ctx.now() / 1_000) + STATE_MS / 1_000
  const state = cryptographer().signToken(PURPOSE, [
    ctx.account_id,
    installation_id,
    expires_at,
    sha256Hex(session_id),
    randomToken(16),
  ])
  await ctx.db.installation.updateMany({
    where: { id: installation_id },
    data: { partner_state_hash: sha256Hex(state) },
  })
  return authorizeUrl(server, state)
}

/** The creator comes back from the app's log-in. Fetches and keeps the tokens, and says where to go next. */
export async function finishPartnerSignIn(
  service: Ctx,
  { state, code, error, visitor }: PartnerAnswer & { visitor: Visitor },
): Promise<PartnerOutcome> {
  const place = readState(service, state, visitor)
  const ctx = place && (await installerCtx(visitor, place.account_id).catch(ignoreAppError))
  if (!place || !ctx) return { problem: 'stale' }
  const { installation_id } = place
  // Of two arrivals with the same state one finds it.
  const [installation] = await ctx.db.installation.updateManyAndReturn({
    where: { id: installation_id, state: { not: 'uninstalled' }, partner_state_hash: sha256Hex(state) },
    data: { partner_state_hash: null },
  })
  const app = installation && (await findInstallableApp(installation.app_id))
  const server = app && partnerServer(app)
  if (!server) return { problem: 'stale' }
  const name = { id: app.id, name: app.name }
  if (error || !code) return { problem: 'refused', app: name }
  try {
    await storeTokens(ctx, { installation_id, tokens: await exchangeCode(ctx, server, code) })
  } catch (failure) {
    if (failure instanceof PartnerError) return { problem: failure.kind, app: name }
    throw failure
  }
  return { url: await continueInstall(ctx, { app, installation_id }) }
}

function readState(
  ctx: Ctx,
  state: string,
  { session_id }: Visitor,
): { account_id: number; installation_id: number } | undefined {
  const [account_id, installation_id, expires_at, session] = cryptographer().readToken(PURPOSE, state) ?? []
  if (typeof account_id !== 'number' || typeof installation_id !== 'number') return undefined
  if (session !== sha256Hex(session_id) || Number(expires_at) * 1_000 <= +ctx.now()) return undefined
  return { account_id, installation_id }
}

/** Whoever has lost the account or the role on the way is told no more than that it did not work out. */
function ignoreAppError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

let crypt: Cryptographer | undefined
function cryptographer(): Cryptographer {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
