import { z } from 'zod'
import { Id } from '../../core/wire.ts'

/** The first tag becomes part of the second. */
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

/** Something that names the tag. */
export interface TagUse {
  kind: (typeof USE_KINDS)[number]
  id: number
  name: string
}

export interface MergePreview {
  from_name: string
  into_name: string
  /** Subscribers in any state: with the first tag, with the second, and with both. */
  from_count: number
  into_count: number
  both_count: number
  /** Objects that will name the second tag instead. */
  uses: TagUse[]
  /** Why they cannot be merged now, in sentences. */
  blocks: string[]
}

export interface ListedMerge {
  id: number
  /** `completed`: the member can undo it. */
  state: 'running' | 'completed'
  from_tag_id: number
  into_tag_id: number
  from_name: string
  into_name: string
  /** Subscribers whose tagging was looked at. */
  done: number
}

export interface DuplicateTag {
  id: number
  name: string
  /** Subscribers in any state. */
  count: number
}

export interface DuplicateGroup {
  /** Names that are equal without case, spaces, punctuation and plural, or the same subscribers. */
  reason: 'names' | 'subscribers'
  /** The tag with the most subscribers first. */
  tags: DuplicateTag[]
}
