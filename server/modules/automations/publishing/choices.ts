import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page } from '../../../core/page/page.ts'
import { type Choice, type ChoiceQuery, type NamesQuery, OBJECT_KINDS, type ObjectKind } from '../schema.ts'
import { findObjects, STORED } from './objects.ts'

/** Lists the options of a picker, newest first. */
export function listChoices(ctx: Ctx, { kind, search, ...paging }: ChoiceQuery): Promise<Page<Choice>> {
  const { from, name, exists } = STORED[kind]
  return keysetPage<Choice>(
    ctx.sql,
    { ...paging, include_total_count: false },
    {
      name: `choices of ${kind}`,
      view: `t.id, ${name} as name`,
      from: `${from} t`,
      where: [
        't.account_id = $1',
        ...(exists ? [exists] : []),
        `($2::text is null or position(lower($2) in lower(${name})) > 0)`,
      ],
      values: [search || null],
      order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
    },
  )
}

/** Returns names of objects by kind and id. Missing objects are omitted. */
export async function findNames(ctx: Ctx, query: NamesQuery): Promise<Record<ObjectKind, Record<number, string>>> {
  const named = OBJECT_KINDS.flatMap((kind) => (query[kind] ?? []).map((id) => ({ kind, id })))
  const { names } = await findObjects(ctx, { named })
  return Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, Object.fromEntries(names[kind])])) as Record<
    ObjectKind,
    Record<number, string>
  >
}
