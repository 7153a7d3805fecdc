import { MAX_QUOTE, QUOTE_CONTEXT } from '@/server/modules/comments/values-schema.ts'

export interface QuotedText {
  text: string
  before: string
  after: string
}

/**
 * Returns the position of a quote in a text, where its surroundings match best. Null: it was deleted. Both texts are as shown in the
 * editor.
 */
export function locateQuote(text: string, { text: quote, before, after }: QuotedText): number | null {
  let best: { at: number; fit: number } | null = null
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const fit = sharedEnd(text.slice(0, at), before) + sharedStart(text.slice(at + quote.length), after)
    if (!best || fit > best.fit) best = { at, fit }
  }
  return best?.at ?? null
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < other.length && one[length] === other[length]) length++
  return length
}

function sharedEnd(one: string, other: string): number {
  let length = 0
  while (length < other.length && one.at(-1 - length) === other.at(-1 - length)) length++
  return length
}

const editor = (): Element | null => document.querySelector('[data-editor-frame] .ProseMirror')

/** Returns the text in the page’s editor. Null: there is no editor. */
export const shownText = (): string | null => editor()?.textContent ?? null

/** Returns the text selected in the page’s editor and its surroundings. Null: nothing is selected there. */
export function selectedQuote(): QuotedText | null {
  const root = editor()
  const selection = document.getSelection()
  if (!root || !selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  if (!root.contains(range.commonAncestorContainer)) return null
  const lead = document.createRange()
  lead.setStart(root, 0)
  lead.setEnd(range.startContainer, range.startOffset)
  const pageText = root.textContent ?? ''
  const selected = range.toString()
  const text = selected.trim().slice(0, MAX_QUOTE).trim()
  if (!text) return null
  const from = lead.toString().length + selected.indexOf(text)
  const to = from + text.length
  return {
    text,
    before: pageText.slice(Math.max(0, from - QUOTE_CONTEXT), from),
    after: pageText.slice(to, to + QUOTE_CONTEXT),
  }
}

/** Scrolls the page's editor to a quote and selects it. */
export function showQuote(quote: QuotedText): void {
  const root = editor()
  const start = root ? locateQuote(root.textContent ?? '', quote) : null
  if (!root || start === null) return
  const range = document.createRange()
  let passedLength = 0
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const length = node.textContent?.length ?? 0
    const [from, to] = [start - passedLength, start + quote.text.length - passedLength]
    if (from >= 0 && from < length) range.setStart(node, from)
    if (to > 0 && to <= length) {
      range.setEnd(node, to)
      break
    }
    passedLength += length
  }
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}
