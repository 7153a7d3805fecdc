import { z } from 'zod'
import { Id, named } from '../../core/wire.ts'

/** Merges the first tag into the second. */
export const MergeInput = z
  .object({ from_id: Id, into_id: Id })
  .refine(({ from_id, into_id }) => from_id !== into_id, 'Choose two different tags')
export type MergeInput = z.infer<typeof MergeInput>

export const USE_KINDS = [
  'segment',
  'form',
  'sequence',
  'broadcast',
  'automation',
  'snippet',
  'template',
  'post',
  'webhook',
] as const

/** A record that refers to the tag. */
export const TagUse = named('TagUse', { kind: z.enum(USE_KINDS), id: z.int(), name: z.string() })
export type TagUse = z.infer<typeof TagUse>

export const MergePreview = named('TagMergePreview', {
  from_name: z.string(),
  into_name: z.string(),
  /** Subscribers in any state: with the first tag, with the second, and with both. */
  from_count: z.int(),
  into_count: z.int(),
  both_count: z.int(),
  /** Records that will refer to the second tag instead. */
  uses: z.array(TagUse),
  /** Sentences about why they cannot be merged now. */
  blocks: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

export const ListedMerge = named('TagMerge', {
  id: z.int(),
  /** `completed`: the member can undo it. */
  state: z.enum(['running', 'completed']),
  from_tag_id: z.int(),
  into_tag_id: z.int(),
  from_name: z.string(),
  into_name: z.string(),
  /** Subscribers processed so far. */
  done: z.int(),
})
export type ListedMerge = z.infer<typeof ListedMerge>

export const DuplicateGroup = named('DuplicateTags', {
  /** `names`: names that differ only in case, spaces, punctuation and plural. `subscribers`: the same subscribers. */
  reason: z.enum(['names', 'subscribers']),
  /** The tag with the most subscribers first. `count`: subscribers in any state. */
  tags: z.array(named('DuplicateTag', { id: z.int(), name: z.string(), count: z.int() })),
})
export type DuplicateGroup = z.infer<typeof DuplicateGroup>
