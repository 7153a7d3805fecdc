import { Parser } from 'htmlparser2'
import { PROJECT } from '../../sources.ts'
import { collectServerTexts } from '../collect.ts'
import { addPseudoLocales } from '../pseudo-locales.ts'

/** Adds pseudo-locales of the server's texts. A text without accents then cannot be translated. */
export const addServerPseudoLocales = (): void =>
  addPseudoLocales([...new Set(collectServerTexts(PROJECT).map(({ message }) => message))])

const SHOWN = ['aria-label', 'placeholder', 'alt', 'title']

/** Returns the words of a page or email without accents, except the creator's own texts. In a pseudo-locale there must be none. */
export function plainWords(html: string, own_texts: readonly string[]): string[] {
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
  parser.end(html)
  return words
    .flatMap((text) => text.split('\n'))
    .map((line) => own_texts.reduce((text, one) => text.replaceAll(one, ''), line))
    .map((line) =>
      line
        .split(' ')
        .filter((word) => !/^\(?https?:|@/.test(word))
        .join(' '),
    )
    .filter((line) => /[A-Za-z]{2}/.test(line))
}
