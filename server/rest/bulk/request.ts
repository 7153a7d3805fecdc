import type { Ctx } from '../../core/context.ts'
import { lockAccess } from '../authenticate.ts'
import type { Answer } from '../errors.ts'
import { acceptBulk } from '../registry.ts'
import { parseBulk } from './body.ts'
import type { BulkRoute } from './declaration.ts'

/** Responds with 200 and the results of a short list, or 202 once a long one is queued. */
export async function answerBulk({ takes, operation }: BulkRoute, ctx: Ctx, bytes: Buffer): Promise<Answer> {
  const body = await parseBulk({ takes }, bytes)
  const results = await acceptBulk(ctx, { operation, body, lockAccess: (tx) => lockAccess(tx, 'editor') })
  return results === null ? { status: 202, body: '{}', headers: {} } : { status: 200, body: results, headers: {} }
}
