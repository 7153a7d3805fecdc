import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type ConditionKind, canBeInCondition } from '../../../mail/liquid/condition-names.ts'
import { type Replacement, replaceIn } from './replacing.ts'
import { CONDITION_SOURCES } from './sources.ts'

// Conditions of blocks use the names of tags and segments: `{% if subscriber.tags contains "Customer" %}`.

/** Returns the reason why conditions cannot use the name of a tag or segment, or null. */
export const nameProblem = ({ name }: { name: string }): string | null =>
  canBeInCondition(name)
    ? null
    : t`Emails show content by this name, which can’t be “${name}”. Use a name without braces and with one kind of quotes.`

/**
 * Renames a tag or segment in conditions. Throws invalid for a name that conditions cannot use, and while a broadcast with such a condition
 * is being sent, because the remaining messages would go to other subscribers than the first.
 */
export async function renameInConditions(tx: Tx, kind: ConditionKind, replacement: Replacement): Promise<void> {
  const uses = await replaceIn(tx, CONDITION_SOURCES[kind], replacement, { is_dry: false })
  if (uses.length === 0) return
  const problem = nameProblem(replacement.into)
  if (problem !== null) throw invalid(problem)
  const broadcasts = uses.flatMap(({ kind, id }) => (kind === 'broadcast' ? id : []))
  const sending = await tx.sql.one<{ subject: string | null }>(
    `select b.subject from broadcast b where b.account_id = $1 and b.id = any ($2::int[]) and b.status = 'sending' order by b.id limit 1`,
    [broadcasts],
  )
  if (sending)
    throw invalid(
      kind === 'tags'
        ? t`The broadcast “${sending.subject ?? ''}” shows content by this tag and is being sent. Rename the tag when it is done, or cancel it.`
        : t`The broadcast “${sending.subject ?? ''}” shows content by this segment and is being sent. Rename the segment when it is done, or cancel it.`,
    )
}

/** A name in a condition without a matching tag, and the tag that differs only in case. */
export interface UnknownTag {
  name: string
  meant: string | null
}

/** Returns the names without a matching tag, exactly as written. */
export async function unknownTags(ctx: Ctx, { names }: { names: readonly string[] }): Promise<UnknownTag[]> {
  if (names.length === 0) return []
  const known_tags = await ctx.db.tag.findMany({
    where: { name_folded: { in: names.map((name) => name.toLowerCase()) } },
    select: { name: true, name_folded: true },
  })
  const has = new Set(known_tags.map(({ name }) => name))
  return names
    .filter((name) => !has.has(name))
    .map((name) => ({
      name,
      meant: known_tags.find(({ name_folded }) => name_folded === name.toLowerCase())?.name ?? null,
    }))
}
