import { decodeHTMLAttribute } from 'entities'

// Outlook on Windows reads what is in `<!--[if mso]>…<![endif]-->`, such as a button in VML or a table around columns, and leaves out
// what is between `<!--[if !mso]><!-->` and `<!--<![endif]-->`. Tables begin in one comment and end in another, so tags need no partner.

/** What begins or ends a part that other clients show, and a comment with its content. */
const REVEALED = /^<!--\[if [\w\s!&|()]{1,60}\]><!-->$|^<!--<!\[endif\]-->$/
const HIDDEN = /^<!--\[if [\w\s!&|()]{1,60}\]>([^\uE000\uE001]*)<!\[endif\]-->$/

/** Elements that lay out, and those of VML. No element loads a page, runs or submits something. */
const NAMES = new Set(
  'a b br center div em font h1 h2 h3 h4 h5 h6 hr i img li ol p small span strong sub sup table tbody td th thead tr u ul v:rect v:roundrect v:oval v:shape v:fill v:stroke v:textbox v:image v:imagedata w:anchorlock'.split(
    ' ',
  ),
)
const TAG = /<(\/?)([a-z][\w:]*)((?:\s+[a-z][\w:-]*="[^"<>]*")*)\s*\/?>/giy
const ATTRIBUTE = /\s+([a-z][\w:-]*)="([^"<>]*)"/giy
const TEXT = /[^<>]+/y
const UNSAFE =
  /expression\s*\(|javascript\s*:|vbscript\s*:|behaviou?r\s*:|@import|-moz-binding|display\s*:\s*none|mso-hide|visibility\s*:\s*hidden/i
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#)/i
const NAMESPACE = /^urn:schemas-microsoft-com:(?:vml|office:(?:office|word))$/

/**
 * Hides conditional comments that do no harm behind marks, so sanitizing keeps them. Liquid must be masked; a comment with Liquid is left
 * to be removed, because nothing checks what it prints. `show` puts them back between tags, and nowhere else.
 */
export function hideConditions(masked: string): { text: string; show: (clean: string) => string } {
  if (!masked.includes('<!--')) return { text: masked, show: (clean) => clean }
  const comments: string[] = []
  const source = masked.replace(/[\uE008\uE009]/g, '')
  let text = ''
  let from = 0
  for (let at = source.indexOf('<!--'); at !== -1; at = source.indexOf('<!--', from)) {
    const end = source.indexOf('-->', at + 4) + 3
    if (end === 2) break
    const comment = source.slice(at, end)
    const is_kept = REVEALED.test(comment) || isHarmless(HIDDEN.exec(comment)?.[1])
    text += source.slice(from, at) + (is_kept ? `\uE008${comments.push(comment) - 1}\uE009` : comment)
    from = end
  }
  text += source.slice(from)
  const show = (clean: string) =>
    clean.replace(/<[^<>]*>|\uE008(\d+)\uE009/g, (part, index: string | undefined) =>
      index === undefined ? part.replace(/\uE008\d+\uE009/g, '') : (comments[Number(index)] ?? ''),
    )
  return { text, show }
}

/** Returns HTML without the parts that Outlook on Windows leaves out. */
export const shownInOutlook = (html: string): string =>
  html.includes('<!-->')
    ? html
        .split('<!--<![endif]-->')
        .map((part) => {
          const begin = part.indexOf('<!-->')
          return begin === -1 ? part : part.slice(0, part.lastIndexOf('<!--[if', begin))
        })
        .join('')
    : html

function isHarmless(content: string | undefined): boolean {
  if (content === undefined) return false
  for (let at = 0; at < content.length; ) {
    TEXT.lastIndex = at
    TAG.lastIndex = at
    const text = TEXT.exec(content)
    const tag = text ? null : TAG.exec(content)
    if (tag && !isHarmlessTag(tag[2] ?? '', tag[3] ?? '')) return false
    const part = text ?? tag
    if (!part) return false
    at += part[0].length
  }
  return true
}

function isHarmlessTag(name: string, attributes: string): boolean {
  if (!NAMES.has(name.toLowerCase())) return false
  for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    const known = attribute.toLowerCase()
    const meant = decodeHTMLAttribute(value)
      .replace(/[\0-\x20]+/g, ' ')
      .trim()
    if (/^on|^(?:hidden|background|dynsrc|lowsrc|datasrc|formaction)$/.test(known)) return false
    if (/^(?:href|src|o:href|o:title)$/.test(known) && known !== 'o:title' && !ADDRESS.test(meant)) return false
    if (known.startsWith('xmlns') && !NAMESPACE.test(meant)) return false
    if (known === 'style' && (UNSAFE.test(meant) || /url\s*\(|\\/i.test(meant))) return false
  }
  return true
}
