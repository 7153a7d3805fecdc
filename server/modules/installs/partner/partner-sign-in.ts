import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { recordOutside } from '../../../core/write/record-outside.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { consumePartnerState, storePartnerState, storePartnerTokens } from '../../apps/installations/partner-tokens.ts'
import { versionFor } from '../../apps/installations/tests.ts'
import { continueInstall, findInstallableApp, installerCtx, type Visitor } from '../installer.ts'
import type { PartnerAnswer, PartnerOutcome } from '../schema.ts'
import { authorizeUrl, exchangeCode, PartnerError, type PartnerServer, partnerServer } from './partner-client.ts'

const PURPOSE = 'partner-state'
/** Time for the user to sign in at the app. */
const STATE_MS = 30 * 60_000

/**
 * Returns the URL of the app's own sign-in (contract 10.3). Its state works once and only in this session, so no one can connect a
 * creator's account to another user's account at the app.
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
  await storePartnerState(ctx, { installation_id, state_hash: sha256Hex(state) })
  return authorizeUrl(server, state)
}

/** Handles the return from the app's sign-in: exchanges the code, stores the tokens and returns the next URL. */
export async function finishPartnerSignIn(
  service: Ctx,
  { state, code, error, visitor }: PartnerAnswer & { visitor: Visitor },
): Promise<PartnerOutcome> {
  const place = readState(service, state, visitor)
  const ctx = place && (await installerCtx(visitor, place.account_id).catch(ignoreAppError))
  if (!place || !ctx) return { problem: 'stale' }
  const { installation_id } = place
  const installation = await consumePartnerState(ctx, { installation_id, state_hash: sha256Hex(state) })
  const stored = installation && (await findInstallableApp(installation.app_id))
  const app = stored && (await versionFor(ctx, stored))
  const server = app && partnerServer(app)
  if (!server) return { problem: 'stale' }
  const name = { id: app.id, name: app.name }
  if (error || !code) return { problem: 'refused', app: name }
  try {
    const tokens = await exchangeCode(ctx, server, code)
    // Retry, because the code works only once.
    await recordOutside(() => storePartnerTokens(ctx, { installation_id, tokens }))
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

/** A user who has lost the account or the role since the start is only told that the link is stale. */
function ignoreAppError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
