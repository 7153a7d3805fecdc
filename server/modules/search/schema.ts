import { z } from 'zod'
import { storable } from '../../core/wire.ts'

export const FOUND_KINDS = [
  'broadcast',
  'sequence',
  'automation',
  'post',
  'template',
  'snippet',
  'form',
  'tag',
  'segment',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** Finds records whose name has every word of the text, in any case and order. */
export const SearchText = z.object({ text: z.string().overwrite(storable).trim().min(2).max(200) })
export type SearchText = z.infer<typeof SearchText>

/** A record of an account that has a name. */
export interface FoundRecord {
  kind: FoundKind
  id: number
  /** The name, title or subject. */
  name: string
}
