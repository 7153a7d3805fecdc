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

/** Finds records whose name has every word of the text, ignoring case and order. */
export const SearchText = z.object({ text: z.string().overwrite(storable).trim().min(2).max(200) })
export type SearchText = z.infer<typeof SearchText>

/** A named record of an account. */
export interface FoundRecord {
  kind: FoundKind
  id: number
  /** ID of an email's sequence or automation. */
  parent_id: number | null
  /** Name, title or subject. For an image, its name and alternative text. */
  name: string
}
