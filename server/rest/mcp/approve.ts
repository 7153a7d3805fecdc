import type { Ctx } from '../../core/context.ts'
import { isAtLeast, makeCtx } from '../../core/context.ts'
import type { Credential } from '../../core/credential.ts'
import { AppError, forbidden, invalid } from '../../core/errors.ts'
import { refuseApiPath } from '../../core/instance/features.ts'
import { latestInstanceSettings } from '../../core/instance/settings.ts'
import type { Reach, Reached } from '../../core/reach.ts'
import { writeTogether } from '../../core/write/together.ts'
import { authorize, leastRole } from '../authenticate.ts'
import { type Asker, type ClaimedApproval, claimApproval, recordDecision, requestApproval } from '../registry.ts'
import { parseInput } from '../request/parse.ts'
import {
  type Arguments,
  type Called,
  type Caller,
  callOperation,
  pathParameters,
  queryText,
  requireTestEmail,
} from './call.ts'
import { type Operation, operationOf } from './catalog.ts'
import { lockSubject, readSubject } from './subject.ts'
import { routeName } from './uses.ts'

/** Returns the key or grant behind a credential. */
export const askerOf = ({ actor, grant_id }: Pick<Credential, 'actor' | 'grant_id'>): Asker => {
  if (actor.kind === 'api_key') return { api_key_id: actor.api_key_id, grant_id: null }
  if (grant_id === null) throw forbidden()
  return { api_key_id: null, grant_id }
}

/**
 * Stores an operation for a member to approve, with the numbers of its dry run. Returns the answer of a dry run that was refused. Throws as
 * `requestApproval`, and invalid for an operation that needs no approval.
 */
export async function askForApproval(
  caller: Caller,
  operation: Operation,
  { ids = {}, query = {}, body = {} }: Arguments,
  reason: string | null,
): Promise<{ id: number } | Called> {
  const { route } = operation
  const { dry_run: _, expected_recipients: __, ...asked } = body
  requireOneDecision(operation, asked)
  let reached: Reached | null = null
  if (route.options.reaches) {
    const tried = await callOperation(caller, operation, { ids, query, body: { ...asked, dry_run: true } })
    if (tried.status >= 400) return tried
    reached = (tried.body as { dry_run?: Reached } | null)?.dry_run ?? null
  }
  const { credential } = caller
  const ctx = makeCtx({ account_id: credential.account_id, actor: credential.actor })
  refuseApiPath(latestInstanceSettings(), route.path)
  authorize(credential, route)
  await requireTestEmail(ctx, caller.limits, route, await readInput(ctx, operation, { ids, query, body: asked }))
  return requestApproval(ctx, {
    asker: askerOf(credential),
    asked_by: caller.name,
    limits: caller.limits,
    reason,
    operation: routeName(route),
    summary: route.options.summary,
    input: { ids, query: Object.fromEntries(new URLSearchParams(queryText(query))), body: asked },
    ...(await readSubject(ctx, route, ids)),
    recipients: reached?.recipients ?? null,
    suppressed: reached?.suppressed ?? null,
    warnings: reached?.warnings ?? [],
  })
}

/** A member must see what is sent, so it is stored before, and a request only says when. */
function requireOneDecision({ route, use }: Operation, body: Record<string, unknown>): void {
  if (use === 'approval') return
  const needs = routeName(route) === 'PUT /v4/broadcasts/:id'
  if (needs && Object.keys(body).join() === 'send_at') return
  throw invalid(
    needs
      ? 'Store the broadcast with write first. Then ask for approval with send_at as the only property of body'
      : 'This operation needs no approval. Use read or write. To send a broadcast, ask for approval of changeBroadcast with send_at',
  )
}

const readInput = (ctx: Ctx, operation: Operation, { ids, query, body }: Arguments) =>
  parseInput(operation.route, ctx, {
    params: pathParameters(operation, ids),
    query: queryText(query),
    body: Buffer.from(JSON.stringify(body ?? {})),
    content_type: 'application/json',
  })

/**
 * Runs an operation that a member approves, once: its changes and the decision are one transaction, in which the request is locked. Returns
 * why it could not be done, after which the assistant must ask again. Throws as `claimApproval`.
 */
export async function approve(ctx: Ctx, { id }: { id: number }): Promise<{ problem: string | null }> {
  const reach: Reach = { expected: null, is_dry_run: false, noted: null }
  let approval: ClaimedApproval | undefined
  const together = writeTogether({ ...ctx, reach }, async (tx) => {
    approval = await claimApproval(tx, { id })
  })
  try {
    const result = await together.run(async (joined) => {
      // Opened before the operation, so it begins only in the process that acquired the lock.
      await joined.join?.(TIMEOUT_MS)
      return approval ? run(joined, approval, reach) : { problem: 'Not found' }
    })
    const { summary = '' } = approval ?? {}
    const { problem } = result
    if (problem !== undefined) await together.undo()
    await together.commit((tx) => recordDecision(tx, { id, summary, ...result }))
    return { problem: problem ?? null }
  } finally {
    await together.abandon()
  }
}

const TIMEOUT_MS = 60_000

async function run(
  ctx: Ctx,
  { operation: name, input, limits, recipients, fingerprint }: ClaimedApproval,
  reach: Reach,
): Promise<{ problem?: string; result_id?: number | null }> {
  const operation = operationOf(name)
  if (!operation) return { problem: 'Assistants can no longer use this operation' }
  const { route } = operation
  try {
    refuseApiPath(latestInstanceSettings(), route.path)
    if (ctx.actor.kind !== 'user' || !isAtLeast(ctx.actor.role, leastRole(route.options))) throw forbidden()
    const tx = await ctx.join?.(TIMEOUT_MS)
    if (tx) await lockSubject(tx, route, input.ids)
    const now = await readSubject(ctx, route, input.ids)
    if (now.fingerprint !== fingerprint)
      return { problem: 'It was changed after the assistant asked, so the assistant must ask again' }
    const { dry_run: _, expected_recipients: __, ...values } = await readInput(ctx, operation, input)
    await requireTestEmail(ctx, limits, route, values)
    // Without a number from the dry run, it must reach no one.
    if (route.options.reaches) reach.expected = recipients ?? 0
    return { result_id: idOf(await route.verb(ctx, values as never)) }
  } catch (error) {
    if (error instanceof AppError && REFUSALS.has(error.code)) return { problem: error.message }
    throw error
  }
}

/** Answers that would be the same again. After others the request waits for another try. */
const REFUSALS: ReadonlySet<string> = new Set([
  'invalid',
  'not_found',
  'conflict',
  'forbidden',
  'too_large',
  'malformed',
])

function idOf(result: unknown): number | null {
  const record = (result as { value?: unknown } | null)?.value ?? result
  const id = typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : null
  return typeof id === 'number' ? id : null
}
