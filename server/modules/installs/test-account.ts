import type { Ctx } from '../../core/context.ts'
import { forbidden } from '../../core/errors.ts'
import { unscoped } from '../../db/client.ts'
import { createAccount } from '../accounts/service.ts'
import { installerCtx } from './installer.ts'

/** The account of a test with a context as its owner, and whether it was created for the test. */
export interface TestAccount {
  account: Ctx
  is_new: boolean
}

/**
 * Returns the account in which an administrator tests an app or template in review, with a context as its owner. Creates one without
 * `account_id`. Throws forbidden for an account that they do not own, not_found.
 */
export async function openTestAccount(
  ctx: Ctx,
  { account_id: given, name }: { account_id: number | null; name: string },
): Promise<TestAccount> {
  const user_id = administratorOf(ctx)
  const account_id = given ?? (await createTestAccount(ctx, { user_id, name: `Test of ${name}` }))
  const account = { ...(await installerCtx({ user_id }, account_id)), now: ctx.now }
  if (account.actor.kind !== 'user' || account.actor.role !== 'owner') throw forbidden('Choose an account that you own')
  return { account, is_new: given === null }
}

async function createTestAccount(ctx: Ctx, { user_id, name }: { user_id: number; name: string }): Promise<number> {
  const user = await unscoped().user.findUniqueOrThrow({
    where: { id: user_id },
    select: { id: true, email: true, name: true, is_admin: true },
  })
  return (await createAccount(ctx, { user, name, time_zone: 'UTC' })).account_id
}

export function administratorOf({ actor }: Ctx): number {
  if (actor.kind !== 'administrator') throw forbidden()
  return actor.user_id
}
