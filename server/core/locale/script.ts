import { createHash } from 'node:crypto'
import type { Locale } from '../../lib/locale/current.ts'

/** A script that gives a page its locale, with the translations. */
export const localeScript = (locale: Locale): string => `window.envoi_locale=${JSON.stringify(locale)}`

const addresses = new WeakMap<Locale, string>()

/** Returns the address of the script. Undefined for English, which needs none. */
export function scriptAddress(locale: Locale): string | undefined {
  if (!locale.catalog) return undefined
  const known = addresses.get(locale)
  if (known) return known
  const hash = createHash('sha256').update(localeScript(locale)).digest('base64url').slice(0, 12)
  const address = `/api/texts/${locale.tag}?v=${hash}`
  addresses.set(locale, address)
  return address
}
