import { addLocale } from '../../core/locale/locales.ts'
import type { Catalog } from '../../lib/locale/current.ts'
import { PROJECT } from '../sources.ts'
import { collectTexts } from './collect.ts'

/** Locales for development and tests: one with accents and longer texts, and one that is written from right to left. */
export const PSEUDO_LOCALES = ['en-XA', 'ar-XB'] as const

/** Creates both locales from the texts of the sources, so a text without accents cannot be translated. */
export function addPseudoLocales(messages: readonly string[] = messagesOfSources()): void {
  const catalog = (wrap: (text: string) => string): Catalog =>
    Object.fromEntries(messages.map((message) => [message, wrap(pseudoText(message))]))
  const [accented, mirrored] = PSEUDO_LOCALES
  addLocale(
    accented,
    catalog((text) => text),
  )
  // Directional marks keep punctuation at the end of the text.
  addLocale(
    mirrored,
    catalog((text) => `\u200f${text}\u200f`),
  )
}

const messagesOfSources = () => [...new Set(collectTexts(PROJECT).texts.map(({ message }) => message))]

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = [...'àƀçđéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ']

/** Values, elements and merge tags, which are unchanged. */
const KEPT = /(\{\{[^{}]*\}\}|\{\d+\}|<\/?\d+\/?>)/

/** Turns "Delete {0}" into "Ðéļéééţé {0}": with accents, and a third longer. */
export function pseudoText(message: string): string {
  let count = 0
  return message
    .split(KEPT)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : [...part]
            .map((character) => {
              const accented = ACCENTED[PLAIN.indexOf(character)]
              if (!accented) return character
              count += 1
              return count % 3 === 0 ? accented + accented.toLowerCase() : accented
            })
            .join(''),
    )
    .join('')
}
