import { invalid } from '../../../core/errors.ts'
import type { FixInput } from '../preflight-schema.ts'

interface Texts {
  subject: string | null
  preview_text: string | null
  content: string | null
}

/** Returns the texts changed by a replacement. Throws invalid if none changes. */
export function fixTexts(texts: Texts, { find, replace }: FixInput): Partial<Record<keyof Texts, string>> {
  const changed: Partial<Record<keyof Texts, string>> = {}
  for (const name of ['subject', 'preview_text', 'content'] as const) {
    const before = texts[name] ?? ''
    const after = replaceWhole(before, find, replace)
    if (after !== before) changed[name] = after
  }
  if (Object.keys(changed).length === 0)
    throw invalid('The text to replace is not in the email. It may be in the layout or a snippet: edit it there')
  return changed
}

/** Replaces occurrences that are not part of a longer name or host. */
function replaceWhole(text: string, find: string, replace: string): string {
  const [first = '', ...rest] = text.split(find)
  const continues = (part: string) => /\w$/.test(find) && /^(?:[\w-]|\.\w)/.test(part)
  return rest.reduce((done, part) => done + (continues(part) ? find : replace) + part, first)
}
