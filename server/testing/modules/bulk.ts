import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Ctx, makeCtx, systemCtx } from '../../core/context.ts'
import { configureOutbound } from '../../core/outbound.ts'
import type { Tx } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { storeBulk } from '../../modules/bulk-requests/accept.ts'
import * as callback from '../../modules/bulk-requests/callback.ts'
import * as run from '../../modules/bulk-requests/run/run.ts'
import { lockAccess } from '../../rest/authenticate.ts'
import { parseBulk } from '../../rest/bulk/body.ts'
import { isBulk } from '../../rest/bulk/declaration.ts'
import { bulkOperations, routes } from '../../rest/registry.ts'
import type { AnyShape } from '../api.ts'
import { aside } from '../database/during-transaction.ts'

export interface Callback {
  headers: IncomingHttpHeaders
  body: AnyShape
}

/** Starts a server on loopback that receives callbacks until the test ends. Responds 200 unless `answer` overrides it. */
export async function callbackReceiver(answer = (response: ServerResponse, _body: string): unknown => response.end()) {
  const callbacks: Callback[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    callbacks.push({ headers: request.headers, body: JSON.parse(text) })
    answer(response, text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await configureOutbound({ allow_networks: ['127.0.0.0/8'], allow_ports: 'any' })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await configureOutbound()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`, received: callbacks }
}

type Declared<Verb extends (ctx: Ctx, input: never) => unknown> = Omit<Parameters<Verb>[1], 'operations'>

/** Runs like the jobs do, with the declared operations. */
export const runBulk = (ctx: Ctx, input: Declared<typeof run.runBulk>) =>
  run.runBulk(ctx, { ...input, operations: bulkOperations })
export const unblockBulk = (ctx: Ctx, input: Declared<typeof run.unblockBulk>) =>
  run.unblockBulk(ctx, { ...input, operations: bulkOperations })
export const failRemaining = (ctx: Ctx, input: Declared<typeof run.failRemaining>) =>
  run.failRemaining(ctx, { ...input, operations: bulkOperations })
export const sendCallback = (ctx: Ctx, input: Declared<typeof callback.sendCallback>) =>
  callback.sendCallback(ctx, { ...input, operations: bulkOperations })

/** Runs the account's bulk requests like the jobs do, oldest first, until nothing is due. */
export async function runBulkJobs({ account_id }: { account_id: number }): Promise<void> {
  const ctx = systemCtx(account_id)
  for (const { id } of await bulkRequests(ctx)) {
    while (await runBulk(ctx, { id }));
    await sendCallback(ctx, { id })
  }
}

export interface StoredRequest {
  id: number
  state: string
  item_count: number
  done_count: number
  failure_count: number
  callback_state: string | null
  callback_attempts: number
  callback_result: string | null
}

export const bulkRequests = (ctx: Ctx) =>
  ctx.sql.rows<StoredRequest>(
    `select id, state::text as state, item_count, done_count, failure_count, callback_state, callback_attempts, callback_result
     from bulk_request where account_id = $1 order by id`,
  )

/** Queues a request of the account's app, optionally with another slice size. */
export async function storedBulk(
  account_id: number,
  operation: string,
  content: object,
  { most_items, callback_url = null, tx }: { most_items?: number; callback_url?: string | null; tx?: Tx } = {},
): Promise<{ ctx: Ctx; id: number }> {
  const route = routes.filter(isBulk).find((one) => one.operation.name === operation)
  if (!route) throw new Error(`No route declares ${operation}`)
  const limits = most_items && { most_items, most_bytes: 1_000_000, longest: 1_000_000 }
  const body = await parseBulk(route, Buffer.from(JSON.stringify(content)), limits || undefined)
  const token = await aside(
    async () => await unscoped().oauthToken.findFirstOrThrow({ where: { account_id }, orderBy: { id: 'asc' } }),
  )
  const ctx = makeCtx({
    account_id,
    actor: { kind: 'oauth', app_id: token.app_id, token_id: token.id, scopes: ['write'] },
  })
  return {
    ctx,
    id: await storeBulk(tx ? { ...tx, actor: ctx.actor } : ctx, {
      operation: route.operation,
      body,
      callback_url,
      lockAccess: (tx) => lockAccess(tx, 'editor'),
    }),
  }
}
