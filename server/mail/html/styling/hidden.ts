import type { Element } from 'domhandler'
import { LIQUID_MARK } from '../../liquid/source.ts'
import { type Insert, parseElements, withInserts } from './start-tag.ts'

/**
 * Returns HTML without what no email client shows, such as a hidden preheader and the characters that fill it. Tags of Liquid in it stay,
 * because they may belong to others outside. `masked` is HTML whose Liquid is masked.
 */
export function withoutHidden(masked: string, unmask: (text: string) => string): string {
  if (!MAY_HIDE.test(masked)) return masked
  const cuts: Insert[] = []
  // Outer elements come before inner ones.
  let end = -1
  for (const { element } of parseElements(masked).sort((a, b) => startOf(a.element) - startOf(b.element))) {
    const { startIndex, endIndex } = element
    if (startIndex === null || endIndex === null || startIndex < end || !isHidden(element)) continue
    // An element without an end tag ends with the tag of the next one, which stays.
    end = Math.min(endIndex + 1, element.next?.startIndex ?? masked.length)
    const tags = [...masked.slice(startIndex, end).matchAll(LIQUID_MARK)].filter(([mark]) =>
      unmask(mark).startsWith('{%'),
    )
    cuts.push({ at: startIndex, to: end, text: tags.map(([mark]) => mark).join('') })
  }
  return withInserts(masked, cuts)
}

/** Returns text without the characters that keep an inbox from showing an email's first words beside its preview text. */
export const withoutFiller = (text: string): string => text.replace(FILLER, ' ')

/** Several characters without a shape, with blanks between them. A single one belongs to a word. */
const FILLER =
  /(?:(?:\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff])[^\S\n]*){4,}/g

/** Blanks of HTML. A place where a word may be divided (U+200B) is none: it shows nothing, and Thai and Khmer have many. */
export const BLANKS = ' \t\r\n\f'
/** Returns whether a line shows nothing. */
export const isBlank = (line: string): boolean => line.replace(/[\u00ad\u200b\u2060\ufeff]/g, '').trim() === ''

const startOf = ({ startIndex }: Element) => startIndex ?? 0

const MAY_HIDE = /hidden|display|opacity|mso-hide/i

function isHidden({ attribs }: Element): boolean {
  if ('hidden' in attribs) return true
  const style = new Map(
    (attribs.style ?? '')
      .toLowerCase()
      .split(';')
      .map((one) => [one.split(':', 1)[0]?.trim() ?? '', valueIn(one)]),
  )
  const isZero = (property: string) => /^0(?:\.0+)?[a-z%]*$/.test(style.get(property) ?? '')
  return (
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    isZero('opacity') ||
    // Without it, children may have a size of their own.
    (style.get('mso-hide') === 'all' && (isZero('font-size') || isZero('line-height') || isZero('max-height'))) ||
    // The padding of a box with the proportions of a video shows what is in it.
    ((style.get('overflow') === 'hidden' || style.get('overflow-y') === 'hidden') &&
      (isZero('max-height') || isZero('height')) &&
      !isPadded(style))
  )
}

const isPadded = (style: ReadonlyMap<string, string>): boolean =>
  ['padding', 'padding-top', 'padding-bottom'].some((property) => /[1-9]/.test(style.get(property) ?? ''))

const valueIn = (declaration: string): string =>
  declaration
    .slice(declaration.indexOf(':') + 1)
    .split('!', 1)[0]
    ?.trim() ?? ''
