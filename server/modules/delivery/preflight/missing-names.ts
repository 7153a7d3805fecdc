import type { Ctx } from '../../../core/context.ts'
import { t } from '../../../lib/locale/texts.ts'
import { conditionNames } from '../../../mail/liquid/condition-names.ts'
import { unknownSegments } from '../../segments/members.ts'
import { unknownTags } from '../../tags/conditions/names.ts'

interface MissingName {
  code: 'unknown_tag' | 'unknown_segment'
  /** Effect and remedy, in sentences. */
  message: string
}

/** Finds missing tags and segments in conditions. A deleted or misspelled one has no subscribers, so blocks for everyone else reach all. */
export async function missingNames(ctx: Ctx, sources: readonly string[]): Promise<MissingName[]> {
  const tags = await unknownTags(ctx, { names: conditionNames(sources, 'tags') })
  const segments = await unknownSegments(ctx, { names: conditionNames(sources, 'segments') })
  return [
    ...tags.map(({ name, meant }) => ({ code: 'unknown_tag' as const, message: missingTag(name, meant) })),
    ...segments.map((name) => ({
      code: 'unknown_segment' as const,
      message: t`There is no segment “${name}”, so the blocks for it reach no one, and those for everyone else reach all. Choose another segment in the block.`,
    })),
  ]
}

function missingTag(name: string, meant: string | null): string {
  const effect = t`There is no tag “${name}”, so the blocks for it reach no one, and those for everyone else reach all.`
  return meant === null
    ? t`${effect} Choose another tag in the block.`
    : t`${effect} Did you mean “${meant}”? Choose it in the block.`
}
