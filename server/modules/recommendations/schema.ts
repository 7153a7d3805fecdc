import { z } from 'zod'
import { Id, named, storable } from '../../core/wire.ts'
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
export const Creator = named('Creator', {
  id: z.int(),
  name: z.string(),
  /** Text for visitors. */
  words: z.string().nullable(),
  image_url: z.string().nullable(),
  /** Their public site. */
  url: z.string(),
})
export type Creator = z.infer<typeof Creator>

/** A creator whom the account recommends. */
export const Recommended = Creator.extend({
  note: z.string().nullable(),
  shown: z.int(),
  sign_ups: z.int(),
  /** Why visitors do not see it now. Null: they do. */
  problem: z.string().nullable(),
}).meta({ id: 'RecommendedCreator' })
export type Recommended = z.infer<typeof Recommended>

/** A creator who recommends the account. */
export const Recommender = Creator.extend({
  is_blocked: z.boolean(),
  shown: z.int(),
  sign_ups: z.int(),
}).meta({ id: 'Recommender' })
export type Recommender = z.infer<typeof Recommender>

export const RecommendationsView = named('Recommendations', {
  is_open: z.boolean(),
  pitch: z.string().nullable(),
  /** Why others cannot recommend the account although it is open. Null: they can. */
  problem: z.string().nullable(),
  recommended: z.array(Recommended),
  recommenders: z.array(Recommender),
})
export type RecommendationsView = z.infer<typeof RecommendationsView>
