import { maskOrNot } from '../../liquid/source.ts'
import type { LeftOut } from '../left-out/left-out.ts'
import { cleanCss, MAX_CHARACTERS } from './style-rules.ts'

const START = /<style(?=[\s/>])([^<>]*)>/gi
const END = /<\/style\s*>/gi
const MEDIA = /\smedia\s*=\s*(?:"([^"<>]*)"|'([^'<>"]*)')/i
/** Attributes of harmless style sheets, which are kept as they are. */
const PLAIN_START = /^(?:\s+(?:type="text\/css"|media="[\w\s():,.<=/-]{0,200}"))*\s*$/

/**
 * Hides style sheets behind marks, without harmful rules, so sanitizing keeps them. Liquid must be masked; a rule with Liquid is removed. `show`
 * restores the sheets between tags, and nowhere else.
 */
export function hideStyles(masked: string, left_out: LeftOut): { text: string; show: (clean: string) => string } {
  if (!/<style/i.test(masked)) return { text: masked, show: (clean) => clean }
  const sheets: string[] = []
  const source = masked.replace(/[\uE00A\uE00B]/g, '')
  let text = ''
  let from = 0
  let total = 0
  START.lastIndex = 0
  for (let start = START.exec(source); start; start = START.exec(source)) {
    const begin = start.index + start[0].length
    END.lastIndex = begin
    const end = END.exec(source)
    if (!end) break
    const isRoom = total + end.index - begin <= MAX_CHARACTERS
    const sheet = !isRoom
      ? left_out.add('sheet', 'long')
      : sheetOf(start[1] ?? '', source.slice(begin, end.index), { tag: start[0], end: end[0], left_out })
    total += sheet.length
    text += source.slice(from, start.index) + (sheet === '' ? '' : `\uE00A${sheets.push(sheet) - 1}\uE00B`)
    from = end.index + end[0].length
    START.lastIndex = from
  }
  text += source.slice(from)
  const show = (clean: string) =>
    clean.replace(/<[^<>]*>|\uE00A(\d+)\uE00B/g, (part, index: string | undefined) =>
      index === undefined ? part.replace(/\uE00A\d+\uE00B/g, '') : (sheets[Number(index)] ?? ''),
    )
  return { text, show }
}

function sheetOf(
  attributes: string,
  css: string,
  { tag, end, left_out }: { tag: string; end: string; left_out: LeftOut },
): string {
  const clean = cleanCss(css, left_out)
  if (clean === '') return ''
  if (PLAIN_START.test(attributes)) return `${tag}${clean}${end}`
  const [, double, single] = MEDIA.exec(attributes) ?? []
  const kept = ` media="${double ?? single ?? ''}"`
  return `<style${PLAIN_START.test(kept) && kept !== ' media=""' ? kept : ''}>${clean}</style>`
}

/** Matches style elements of sanitized HTML, whose attributes and style sheets have no `<`. */
const SHEET = /<style([^<>]*)>([^<]*)<\/style\s*>/gi

/** Takes the style sheets out of sanitized HTML. */
export function takeStyles(html: string): { html: string; css: string } {
  if (!/<style/i.test(html)) return { html, css: '' }
  const { text, unmask } = maskOrNot(html)
  const sheets: string[] = []
  const rest = text.replace(SHEET, (_whole, attributes: string, css: string) => {
    const media = MEDIA.exec(attributes)?.[1] ?? ''
    sheets.push(media.trim() === '' ? css : `@media ${media} {\n${css}\n}`)
    return ''
  })
  return { html: unmask(rest), css: sheets.join('\n') }
}
