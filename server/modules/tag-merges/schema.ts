import { z } from 'zod'
import { Id } from '../../core/wire.ts'

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
  /** Records that will refer to the second tag instead. */
  uses: TagUse[]
  /** Sentences about why they cannot be merged now. */
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
  /** Subscribers processed so far. */
  done: number
}

export interface DuplicateTag {
  id: number
  name: string
  /** Subscribers in any state. */
  count: number
}

export interface DuplicateGroup {
  /** `names`: names that differ only in case, spaces, punctuation and plural. `subscribers`: the same subscribers. */
  reason: 'names' | 'subscribers'
  /** The tag with the most subscribers first. */
  tags: DuplicateTag[]
}
