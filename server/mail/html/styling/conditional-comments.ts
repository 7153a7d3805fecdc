import { decodeHTMLAttribute } from 'entities'
import { LeftOut } from '../left-out/left-out.ts'
import { UNSAFE_STYLE } from './declarations.ts'
import { outlookSheet } from './outlook-sheet.ts'
import { writtenAttributes } from './start-tag.ts'

// Outlook on Windows reads the content of `<!--[if mso]>…<![endif]-->`, such as a button in VML or a table around columns, and ignores the part
// between `<!--[if !mso]><!-->` and `<!--<![endif]-->`. Tables begin in one comment and end in another, so tags may be unbalanced.

/** Comments that begin and end a part for other clients, in the forms in use, and a comment with its content. */
const REVEALS = /^<!--\[if [\w\s!&|()]{1,60}\](?:>(?:<!-{0,2})?\s*)?-->$|^<!\[if [\w\s!&|()]{1,60}\]>$/i
const REVEALED = /^<!--\s*(?:<!)?\[endif\]\s*-->$|^<!\[endif\]>$/i
const HIDDEN = /^(<!--\[if [\w\s!&|()]{1,60}\]>)([^\uE000\uE001]*)(<!\[endif\]\s*-->)$/i
const BEGIN = /<!--|<!\[(?:if [\w\s!&|()]{1,60}|endif)\]>/gi

/** Elements for layout, VML elements, and Office's settings. No element loads a page, runs or submits anything. */
const NAMES = new Set(
  `a b br center div em font h1 h2 h3 h4 h5 h6 hr i img li ol p small span strong sub sup table tbody td th thead tr u ul v:rect v:roundrect
  v:oval v:shape v:fill v:stroke v:textbox v:image v:imagedata w:anchorlock noscript xml o:p o:officedocumentsettings o:allowpng
  o:pixelsperinch o:targetscreensize o:relyonvml w:worddocument w:view w:zoom w:donotoptimizeforbrowser w:compatibility
  w:dontuseadvancedtypographyreadingmail`
    .trim()
    .split(/\s+/),
)
const VOID = new Set(['br', 'hr', 'img', 'v:fill', 'v:stroke', 'v:imagedata'])
const TAG_START = /<(\/?)([a-z][\w:]*)/iy
const TAG_END = /\s*\/?>/y
const TEXT = /[^<>]+/y
const STYLE_END = /<\/style\s*>/gi
const ANY_TAG = /<(\/?)([a-z][\w:]*)(?![\w:])[^<>]*>/gi
const UNSAFE = /display\s*:\s*none|mso-hide|visibility\s*:\s*hidden/i
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|cid:|#)/i
const NAMESPACE = /^urn:schemas-microsoft-com:(?:vml|office:(?:office|word))$/

interface Comment {
  at: number
  written: string
  /** As restored; undefined if it is removed. */
  kept: string | undefined
}

/**
 * Hides harmless conditional comments behind marks, so sanitizing keeps them. Liquid must be masked; a comment with Liquid is not hidden, and so
 * removed, because nothing checks the Liquid's output. Comments that open and close the same elements are kept together or not at all. `show`
 * restores them between tags, and nowhere else.
 */
export function hideConditions(
  masked: string,
  left_out: LeftOut = new LeftOut(),
): { text: string; show: (clean: string) => string } {
  if (!masked.includes('<!')) return { text: masked, show: (clean) => clean }
  const source = masked.replace(/[\uE008\uE009]/g, '')
  const comments = commentsIn(source, left_out)
  leaveOutHalves(comments)
  let text = ''
  let from = 0
  for (const [index, { at, written, kept }] of comments.entries()) {
    if (kept === undefined) left_out.add('comment', '')
    text += source.slice(from, at) + (kept === undefined ? written : `\uE008${index}\uE009`)
    from = at + written.length
  }
  text += source.slice(from)
  const show = (clean: string) =>
    clean.replace(/<[^<>]*>|\uE008(\d+)\uE009/g, (part, index: string | undefined) =>
      index === undefined ? part.replace(/\uE008\d+\uE009/g, '') : (comments[Number(index)]?.kept ?? ''),
    )
  return { text, show }
}

/** Returns HTML without the parts that Outlook on Windows leaves out. */
export function shownInOutlook(html: string): string {
  let result = ''
  let from = 0
  let isShown = true
  for (const { at, written } of html.includes('<!') ? commentsIn(html, new LeftOut()) : []) {
    if (!REVEALS.test(written) && !REVEALED.test(written)) continue
    if (isShown) result += html.slice(from, at)
    isShown = !REVEALS.test(written)
    from = at + written.length
  }
  return isShown ? result + html.slice(from) : result
}

function commentsIn(source: string, left_out: LeftOut): Comment[] {
  const comments: Comment[] = []
  BEGIN.lastIndex = 0
  for (let begin = BEGIN.exec(source); begin; begin = BEGIN.exec(source)) {
    const index = begin.index
    const after = begin[0] === '<!--' ? source.indexOf('-->', index + 4) + 3 : BEGIN.lastIndex
    if (after === 2) break
    BEGIN.lastIndex = after
    const written = source.slice(index, after)
    if (REVEALS.test(written) || REVEALED.test(written)) comments.push({ at: index, written, kept: written })
    else if (/^<!--\[if\b/i.test(written)) {
      const [, begin = '', content, end = ''] = HIDDEN.exec(written) ?? []
      const clean = content === undefined ? undefined : harmless(content, left_out)
      comments.push({ at: index, written, kept: clean === undefined ? undefined : begin + clean + end })
    }
  }
  return comments
}

/** Drops comments without their counterpart: an unclosed part or table would contain the rest of the email. */
function leaveOutHalves(comments: Comment[]): void {
  const group = comments.map((_comment, index) => index)
  const first = (index: number): number => {
    let at = index
    for (let next = group[at] ?? at; next !== at; next = group[at] ?? at) {
      group[at] = group[next] ?? next
      at = next
    }
    return at
  }
  const open = new Map<string, number[]>()
  let revealing: Comment | undefined
  for (const [index, comment] of comments.entries()) {
    if (REVEALS.test(comment.written)) {
      if (revealing) revealing.kept = undefined
      revealing = comment
    } else if (REVEALED.test(comment.written)) {
      if (!revealing) comment.kept = undefined
      revealing = undefined
    } else {
      for (const [tag, close, name = ''] of comment.written.matchAll(ANY_TAG)) {
        const key = name.toLowerCase()
        if (VOID.has(key) || tag.endsWith('/>')) continue
        const opened = open.get(key) ?? []
        open.set(key, opened)
        const partner = close ? opened.pop() : undefined
        if (!close) opened.push(index)
        else if (partner !== undefined) group[first(partner)] = first(index)
      }
    }
  }
  if (revealing) revealing.kept = undefined
  const lost = new Set(comments.flatMap(({ kept }, index) => (kept === undefined ? first(index) : [])))
  for (const [index, comment] of comments.entries()) if (lost.has(first(index))) comment.kept = undefined
}

/** Returns the content for Outlook, with harmless style sheets; undefined if anything else in it could do harm. */
function harmless(content: string, left_out: LeftOut): string | undefined {
  const last_xml = content.toLowerCase().lastIndexOf('</xml>')
  let result = ''
  for (let index = 0; index < content.length; ) {
    TEXT.lastIndex = index
    TAG_START.lastIndex = index
    const text = TEXT.exec(content)
    const start = text ? null : TAG_START.exec(content)
    if (text) {
      result += text[0]
      index += text[0].length
      continue
    }
    if (!start) return undefined
    const name = (start[2] ?? '').toLowerCase()
    const attributes = [...writtenAttributes(content, TAG_START.lastIndex)]
    TAG_END.lastIndex = attributes.at(-1)?.end ?? TAG_START.lastIndex
    if (!TAG_END.test(content)) return undefined
    const tag = content.slice(index, TAG_END.lastIndex)
    index = TAG_END.lastIndex
    if (name === 'style' && !start[1]) {
      STYLE_END.lastIndex = index
      const end = STYLE_END.exec(content)
      if (!end) return undefined
      const sheet = outlookSheet(content.slice(index, end.index), left_out)
      const isPlain = attributes.every((one) => one.name === 'type' && one.value === 'text/css')
      if (attributes.some((one) => one.name === 'media')) left_out.add('sheet', 'unreadable')
      else if (sheet !== '') result += `${isPlain ? tag : '<style>'}${sheet}${end[0]}`
      index = STYLE_END.lastIndex
      continue
    }
    if (!NAMES.has(name) || (name === 'xml' && !start[1] && last_xml < index)) return undefined
    // Outlook does not know it; other apps use it for the space beside a button.
    const isSpace = name === 'i' && /^[^<>]{0,200}<\/i>/.test(content.slice(index, index + 210))
    for (const one of attributes)
      if (!isHarmlessAttribute(one.name, one.value ?? '') && !(isSpace && one.name === 'hidden')) return undefined
    result += tag
  }
  return result
}

function isHarmlessAttribute(name: string, value: string): boolean {
  const decoded_value = decodeHTMLAttribute(value)
    .replace(/[\0-\x20]+/g, ' ')
    .trim()
  if (/[<>]/.test(value) || /^on|^(?:hidden|dynsrc|lowsrc|datasrc|formaction)$/.test(name)) return false
  if (/^(?:href|src|o:href|background)$/.test(name)) return ADDRESS.test(decoded_value)
  if (name.startsWith('xmlns')) return NAMESPACE.test(decoded_value)
  return (
    name !== 'style' ||
    !(UNSAFE.test(decoded_value) || UNSAFE_STYLE.test(decoded_value) || decoded_value.includes('\\'))
  )
}
