import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { MAX_NOTE_LENGTH } from './values-schema.ts'

const Note = z
  .string()
  .overwrite(storable)
  .overwrite(singleLine)
  .trim()
  .max(MAX_NOTE_LENGTH, `Use at most ${MAX_NOTE_LENGTH} characters`)
  .transform((text) => text || null)

/** Permission for other creators to recommend the account, and a text for visitors. */
export const OpenInput = z.object({ is_open: z.boolean(), pitch: Note.nullable() })
export type OpenInput = z.infer<typeof OpenInput>

export const CreatorSearch = z.object({ search: z.string().overwrite(storable).trim().max(100) })
export type CreatorSearch = z.infer<typeof CreatorSearch>

export const NewRecommendation = z.object({ creator_id: Id, note: Note.nullable() })
export type NewRecommendation = z.infer<typeof NewRecommendation>

export const ByCreator = z.object({ creator_id: Id })
export type ByCreator = z.infer<typeof ByCreator>

export const Move = ByCreator.extend({ by: z.union([z.literal(-1), z.literal(1)]) })
export type Move = z.infer<typeof Move>

export const Block = ByCreator.extend({ is_blocked: z.boolean() })
export type Block = z.infer<typeof Block>

/** Another creator of the instance, as shown to visitors. */
export interface Creator {
  id: number
  name: string
  /** Text for visitors. */
  words: string | null
  image_url: string | null
  /** Their public site. */
  url: string
}

/** A creator whom the account recommends. */
export interface Recommended extends Creator {
  note: string | null
  shown: number
  sign_ups: number
  /** Why visitors do not see it now. Null: they do. */
  problem: string | null
}

/** A creator who recommends the account. */
export interface Recommender extends Creator {
  is_blocked: boolean
  shown: number
  sign_ups: number
}

export interface RecommendationsView {
  is_open: boolean
  pitch: string | null
  /** Why others cannot recommend the account although it is open. Null: they can. */
  problem: string | null
  recommended: Recommended[]
  recommenders: Recommender[]
}
