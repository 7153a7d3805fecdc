import { systemCtx } from '../../core/context.ts'
import { CREATOR_TABLES, creatorSql, IS_OPEN } from './creators.ts'
import type { Creator } from './schema.ts'
import { type SignedUp, signVisitor } from './tokens.ts'
import { MAX_SHOWN } from './values-schema.ts'

/** Lifetime of the page after a sign-up, in milliseconds. */
const VALID_MS = 3_600_000

/** Creators shown to a visitor after signing up. */
export interface ShownCreators {
  creators: Creator[]
  /** Identifies the sign-up when the form is submitted. */
  token: string
}

/** Returns the creators recommended by an account and counts the view. Undefined: there are none. */
export async function showCreators(visitor: SignedUp): Promise<ShownCreators | undefined> {
  const ctx = systemCtx(visitor.account_id)
  const creators = await ctx.sql.rows<Creator>(
    `select ${creatorSql('r.note')} from recommendation r join ${CREATOR_TABLES} on a.id = r.recommended_id
     where r.account_id = $1 and r.is_shown and not r.is_blocked and ${IS_OPEN}
       and exists (select from account o where o.id = $1 and not o.sending_disabled and not o.sign_in_disabled and o.deletes_at is null)
     order by r.position, r.recommended_id limit ${MAX_SHOWN}`,
  )
  if (creators.length === 0) return undefined
  await ctx.sql.run(
    'update recommendation set shown = shown + 1 where account_id = $1 and recommended_id = any ($2::int[])',
    [creators.map(({ id }) => id)],
  )
  return { creators, token: signVisitor(visitor, new Date(+ctx.now() + VALID_MS)) }
}

/** Returns the chosen creators whom the account still recommends, in its order. */
export function findChosen(
  account_id: number,
  { creator_ids }: { creator_ids: readonly number[] },
): Promise<{ id: number; name: string }[]> {
  return systemCtx(account_id).sql.rows<{ id: number; name: string }>(
    `select ${creatorSql()} from recommendation r join ${CREATOR_TABLES} on a.id = r.recommended_id
     where r.account_id = $1 and r.recommended_id = any ($2::int[]) and r.is_shown and not r.is_blocked and ${IS_OPEN}
     order by r.position, r.recommended_id limit ${MAX_SHOWN}`,
    [creator_ids.filter((id) => id !== account_id)],
  )
}

/** Counts a sign-up through a recommendation. */
export async function countSignUp(account_id: number, { creator_id }: { creator_id: number }): Promise<void> {
  await systemCtx(account_id).sql.run(
    'update recommendation set sign_ups = sign_ups + 1 where account_id = $1 and recommended_id = $2',
    [creator_id],
  )
}
