import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { acquireAdvisoryLock, type Tx } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { t, text } from '../../lib/locale/texts.ts'
import { isReservedName } from './reserved-names.ts'
import { type NameAnswer, type NameQuestion, SiteName } from './schema.ts'

/** Names that an account keeps, including the current one, so links with former names still redirect. */
const MAX_NAMES = 5

/** Returns whether the account can use a name, for feedback while someone types it. */
export async function askName(ctx: Ctx, { name: typed }: NameQuestion): Promise<NameAnswer> {
  const parsed = SiteName.safeParse(typed)
  const problem = parsed.success
    ? await whyTaken(ctx, parsed.data)
    : (parsed.error.issues[0]?.message ?? 'This name cannot be used')
  return { is_free: problem === null, problem }
}

async function whyTaken(ctx: Ctx, name: string): Promise<string | null> {
  if (isReservedName(name)) return 'This name is reserved'
  const taken = await ctx.sql.one('select 1 from site_name where account_id <> $1 and name = $2', [name])
  return taken ? 'This name is taken' : null
}

/** Reserves a name for the account, and releases its oldest one if it has too many. Throws invalid for an unavailable name. */
export async function takeName(tx: Tx, name: string): Promise<void> {
  const problem = await whyTaken(tx, name)
  if (problem) throw invalid(t`${text(problem)}. Choose another`)
  await acquireAdvisoryLock(tx, 'site names')
  // The new time makes the name the account's newest. Leaves a name alone that another account took concurrently.
  const taken = await tx.sql.run(
    `insert into site_name (name, account_id, created_at) values ($2, $1, $3)
     on conflict (name) do update set created_at = excluded.created_at where site_name.account_id = $1`,
    [name, tx.now()],
  )
  if (taken === 0) throw invalid('This name is taken. Choose another')
  await tx.sql.run(
    `delete from site_name where account_id = $1 and name in (
       select name from site_name where account_id = $1 order by created_at desc, name offset ${MAX_NAMES})`,
  )
}

/** Returns the account that has or had a name. */
export async function findNamed(name: string): Promise<number | undefined> {
  const parsed = SiteName.safeParse(name)
  if (!parsed.success) return undefined
  const found = await unscoped().siteName.findUnique({ where: { name: parsed.data }, select: { account_id: true } })
  return found?.account_id
}
