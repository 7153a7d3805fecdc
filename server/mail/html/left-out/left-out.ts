import { t } from '../../../lib/locale/texts.ts'

type Kind = keyof typeof SENTENCES

const SENTENCES = {
  element: (name: string) => t`<${name}> was left out: emails and posts cannot contain it.`,
  attribute: (name: string) => t`The attribute ${name} was left out.`,
  address: (address: string) => t`The address ${address} was left out: links and images cannot lead there.`,
  style: (declaration: string) => t`The style “${declaration}” was left out.`,
  rule: (rule: string) => t`The rule “${rule}” was left out of a style sheet.`,
  sheet: (reason: string) =>
    reason === 'long'
      ? t`A style sheet was left out: it has more than 100,000 characters, or too many levels of rules.`
      : reason === 'heavy'
        ? t`The style sheet will be left out of emails and posts: it has too many rules for this many elements.`
        : t`A style sheet was left out: it cannot be read.`,
  image: (_name: string) => t`An image without an address was left out.`,
  comment: (_name: string) =>
    t`A comment for Outlook was left out: it contains Liquid or unsafe code, or its other half is missing.`,
  remark: (_name: string) => t`Comments were left out: emails and posts do not contain them.`,
  more: (_name: string) => t`More parts were left out than are listed here.`,
}

/**
 * Returns the sentence, in the current locale, for a finding of `LeftOut`. Findings are stored as a kind and a name, such as "element form".
 * Texts saved before or with 0.1.0 have English sentences, which stay as they are.
 */
export function leftOutText(found: string): string {
  const [kind = ''] = found.split(' ', 1)
  return Object.hasOwn(SENTENCES, kind) ? SENTENCES[kind as Kind](found.slice(kind.length + 1)) : found
}

/** Maximum number of different findings. */
const MAX_NAMED = 20

/** Shortens a name, because hostile names are long. */
const shortOf = (name: string): string => {
  const line = name
    .slice(0, 500)
    .replace(/[\s\p{C}\uE000-\uF8FF]+/gu, ' ')
    .trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

const MAX_CHARACTERS = 60

/** Collects what sanitizing removes from a user's HTML, by name, each once. */
export class LeftOut {
  /** Restores Liquid in a name that is masked. */
  unmask = (masked: string): string => masked
  readonly #found = new Set<string>()
  #has_more = false

  /** Returns an empty text, to replace the removed part. */
  add(kind: Kind, name: string): '' {
    const short = shortOf(this.unmask(name.slice(0, 500)))
    const found = `${kind} ${short}`
    if (this.#found.has(found)) return ''
    if (this.#found.size < MAX_NAMED) this.#found.add(found)
    else this.#has_more = true
    return ''
  }

  /** Returns the findings as they are stored, a kind and a name each. `leftOutText` writes the sentences. */
  found(): string[] {
    return this.#has_more ? [...this.#found, 'more'] : [...this.#found]
  }
}
