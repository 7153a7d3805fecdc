import { type Html, html } from '../html.ts'
import { isLinkTarget } from './document.ts'

// Texts of landing pages are plain text with a few marks: **bold**, *italic*, [a link](https://...), lines that begin with "- ", and
// "## " for a smaller heading. Everything else is shown as it was typed, so no text can become markup.

const MARK = /\*\*([^*\s][^*\n]*)\*\*|\*([^*\s][^*\n]*)\*|\[([^[\]\n]{1,200})\]\(([^()\s]{1,2000})\)/g

/** Renders one line or paragraph with its marks. */
export function inlineText(text: string): Html[] {
  const parts: Html[] = []
  let position = 0
  for (const match of text.matchAll(MARK)) {
    const [whole, bold, italic, label = '', url = ''] = match
    parts.push(html`${text.slice(position, match.index)}`)
    if (bold !== undefined) parts.push(html`<strong>${inlineText(bold)}</strong>`)
    else if (italic !== undefined) parts.push(html`<em>${inlineText(italic)}</em>`)
    else parts.push(isLinkTarget(url) ? html`<a href="${url}">${label}</a>` : html`${whole}`)
    position = match.index + whole.length
  }
  parts.push(html`${text.slice(position)}`)
  return parts
}

/** Renders a longer text as paragraphs, lists and smaller headings. */
export function richText(text: string): Html[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim())
      if (lines.every((line) => line.startsWith('- ')))
        return html`<ul>${lines.map((line) => html`<li>${inlineText(line.slice(2))}</li>`)}</ul>`
      if (lines.length === 1 && block.startsWith('## ')) return html`<h3>${inlineText(block.slice(3))}</h3>`
      return html`<p>${lines.map((line, place) => html`${place > 0 && html`<br>`}${inlineText(line)}`)}</p>`
    })
}

/** Returns a text without its marks, for a description. */
export const plainText = (text: string): string =>
  text
    .replace(MARK, (_, bold?: string, italic?: string, label?: string) => bold ?? italic ?? label ?? '')
    .replace(/^(?:- |## )/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
