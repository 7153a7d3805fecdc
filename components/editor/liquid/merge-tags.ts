import { placeholderName } from '@/components/liquid-parts'
import { decodedLiquid } from '@/server/mail/liquid/entities.ts'

/** A merge tag, such as `{{ subscriber.first_name }}`. */
export interface MergeTag {
  label: string
  code: string
}

/** What a chip shows: the variable, and the text where it is empty. */
export interface MergeField {
  path: string
  fallback: string | null
}

const FIELD =
  /^\{\{-?\s*((?:subscriber|snippet|account)\.[\w-]+|address|unsubscribe_url|preferences_url)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”)\s*)?-?\}\}$/

/** Reads Liquid that is only a variable with an optional default; undefined for any other, which stays text. */
export function readMergeField(liquid: string): MergeField | undefined {
  const found = FIELD.exec(decodedLiquid(liquid))
  if (!found?.[1]) return undefined
  return { path: found[1], fallback: found[2] ?? found[3] ?? found[4] ?? null }
}

export function writeMergeField({ path, fallback }: MergeField): string {
  if (!fallback || !canFallBack(path)) return `{{ ${path} }}`
  // Strings of Liquid have no escapes.
  const quote = fallback.includes('"') ? "'" : '"'
  const text = quote === "'" ? fallback.replaceAll("'", '’') : fallback
  return `{{ ${path} | default: ${quote}${text}${quote} }}`
}

/** Only what is known of a subscriber can be missing. */
export const canFallBack = (path: string): boolean => path.startsWith('subscriber.')

export function mergeFieldName(path: string): string {
  const name = placeholderName(path)
  if (path.startsWith('snippet.')) return `Snippet: ${name}`
  return NAMES[path] ?? name
}

const NAMES: Record<string, string> = {
  unsubscribe_url: 'Unsubscribe link',
  preferences_url: 'Preferences link',
  address: 'Postal address',
  'account.name': 'Account name',
}
