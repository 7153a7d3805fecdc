import { placeholderName } from '@/components/liquid-parts'
import { decodedLiquid } from '@/server/mail/liquid/entities.ts'

/** A merge tag, such as `{{ subscriber.first_name }}`. */
export interface MergeTag {
  label: string
  code: string
  /** True if its values are dates, which are stored as 2026-05-01. */
  is_date?: boolean
}

/** Date formats. The first is the default. */
export const DATE_FORMATS = [
  { value: '%B %-d, %Y', label: 'May 1, 2026' },
  { value: '%-d %B %Y', label: '1 May 2026' },
  { value: '%B %-d', label: 'May 1' },
  { value: '%-d %B', label: '1 May' },
  { value: '%d.%m.%Y', label: '01.05.2026' },
  { value: '', label: '2026-05-01' },
] as const

/** A chip’s variable, its date format, and its fallback for an empty value. */
export interface MergeField {
  path: string
  date_format: string | null
  fallback: string | null
}

const FIELD =
  /^\{\{-?\s*((?:subscriber|snippet|account)\.[\w-]+|address|unsubscribe_url|preferences_url)\s*(?:\|\s*date:\s*"([^"]*)"\s*)?(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”)\s*)?-?\}\}$/

/** Parses Liquid that is only a variable with an optional date format and default. Undefined for other Liquid, which stays text. */
export function readMergeField(liquid: string): MergeField | undefined {
  const found = FIELD.exec(decodedLiquid(liquid))
  if (!found?.[1]) return undefined
  return { path: found[1], date_format: found[2] ?? null, fallback: found[3] ?? found[4] ?? found[5] ?? null }
}

export function writeMergeField({ path, date_format, fallback }: MergeField): string {
  const value = date_format ? `${path} | date: "${date_format}"` : path
  if (!fallback || !canFallBack(path)) return `{{ ${value} }}`
  // Liquid strings have no escapes.
  const quote = fallback.includes('"') ? "'" : '"'
  const text = quote === "'" ? fallback.replaceAll("'", '’') : fallback
  return `{{ ${value} | default: ${quote}${text}${quote} }}`
}

/** Only data of the subscriber can be missing. */
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
