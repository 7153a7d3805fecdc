import type { Ctx } from '../../../core/context.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import type { Need, NeedKind } from '../content-schema.ts'

/** The planned action for an object that a template needs. */
export interface PlannedNeed {
  kind: NeedKind
  /** Id in the template's graph. */
  id: number
  name: string
  /** `use`: the account has one with this name. `any`: it cannot be created, so any product counts. */
  action: 'use' | 'create' | 'any'
  own_id: number | null
  /** Number of emails in a new sequence. */
  email_count: number
}

/** Finds the account's objects for a template's needs, in one statement. Compares names case-insensitively, and fields also by key. */
export async function planAdoption(ctx: Ctx, needs: readonly Need[]): Promise<PlannedNeed[]> {
  const names = needs.map(({ name }) => name.toLowerCase())
  const keys = needs.flatMap((need) => (need.kind === 'custom_field' ? [need.key] : []))
  const rows = await ctx.sql.rows<{ kind: NeedKind; name: string; key: string | null; id: number }>(
    `select 'tag' as kind, lower(name) as name, null as key, id from tag where account_id = $1 and lower(name) = any ($2::text[])
     union all select 'custom_field', lower(label), key, id from custom_field
       where account_id = $1 and (lower(label) = any ($2::text[]) or key = any ($3::text[]))
     union all select 'form', lower(name), type, id from form
       where account_id = $1 and lower(name) = any ($2::text[]) and status = 'active'
     union all select 'sequence', lower(name), null, id from sequence
       where account_id = $1 and lower(name) = any ($2::text[]) and deleted_at is null
     union all select 'segment', lower(name), null, id from segment where account_id = $1 and lower(name) = any ($2::text[])
     union all select 'product', lower(name), null, id from product where account_id = $1 and lower(name) = any ($2::text[])
     order by 1, 4`,
    [names, keys],
  )
  const namedAs = (need: Need) =>
    rows.find(
      ({ kind, name, key }) =>
        kind === need.kind && name === need.name.toLowerCase() && (need.kind !== 'form' || key === need.type),
    )
  // A field that matches one need by name is not used for another by key.
  const taken = new Set(needs.flatMap((need) => (need.kind === 'custom_field' ? (namedAs(need)?.id ?? []) : [])))
  const keyedAs = (need: Need) =>
    need.kind === 'custom_field'
      ? rows.find(({ kind, key, id }) => kind === need.kind && key === need.key && !taken.has(id))
      : undefined
  return needs.map((need) => {
    const match = namedAs(need) ?? keyedAs(need)
    return {
      kind: need.kind,
      id: need.id,
      name: need.name,
      action: match ? 'use' : need.kind === 'product' ? 'any' : 'create',
      own_id: match?.id ?? null,
      email_count: need.kind === 'sequence' ? need.emails.length : 0,
    }
  })
}

/** Returns a hash of a plan, which proves that it is the plan that the user saw. */
export const planKey = (version: number, plan: readonly PlannedNeed[]): string =>
  sha256Hex(JSON.stringify([version, plan])).slice(0, 32)
