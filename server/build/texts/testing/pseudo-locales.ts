import { Parser } from 'htmlparser2'
import { PROJECT } from '../../sources.ts'
import { collectServerTexts } from '../collect.ts'
import { addPseudoLocales } from '../pseudo-locales.ts'

/** Adds the pseudo-locales of what the server writes. A text without accents is then one that cannot be translated. */
export const addServerPseudoLocales = (): void =>
  addPseudoLocales([...new Set(collectServerTexts(PROJECT).map(({ message }) => message))])

const SHOWN = ['aria-label', 'placeholder', 'alt', 'title']

/** Returns what of a page or email has no accents, without the creator's own texts: in a pseudo-locale nothing. */
export function plainWords(shown: string, own: readonly string[]): string[] {
  const words: string[] = []
  let isSkipped = false
  const parser = new Parser({
    onopentag(name, attributes) {
      isSkipped = name === 'style' || name === 'script'
      words.push(...SHOWN.map((attribute) => attributes[attribute] ?? ''))
    },
    ontext(text) {
      if (!isSkipped) words.push(text)
    },
    onclosetag() {
      isSkipped = false
    },
  })
  parser.end(shown)
  return words
    .flatMap((text) => text.split('\n'))
    .map((line) => own.reduce((text, one) => text.replaceAll(one, ''), line))
    .map((line) =>
      line
        .split(' ')
        .filter((word) => !/^\(?https?:|@/.test(word))
        .join(' '),
    )
    .filter((line) => /[A-Za-z]{2}/.test(line))
}
