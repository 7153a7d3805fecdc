import { z } from 'zod'
import { storable } from '../../core/wire.ts'

export const FOUND_KINDS = [
  'broadcast',
  'sequence',
  'sequence_email',
  'automation',
  'automation_email',
  'post',
  'template',
  'snippet',
  'form',
  'tag',
  'segment',
  'custom_field',
  'picture',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** Finds records whose name has every word of the text, in any case and order. */
export const SearchText = z.object({ text: z.string().overwrite(storable).trim().min(2).max(200) })
export type SearchText = z.infer<typeof SearchText>

/** A record of an account that has a name. */
export interface FoundRecord {
  kind: FoundKind
  id: number
  /** The sequence or automation of an email. */
  parent_id: number | null
  /** The name, title or subject; of an image its name and its alternative text. */
  name: string
}
