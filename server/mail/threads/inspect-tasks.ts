import { htmlToText } from '../html/text.ts'
import { walkMarkup } from '../html/visible-markup.ts'
import { fillerOf, type Snippets } from './filling.ts'

/** A link or image in the rendered email. */
export interface Reference {
  address: string
  /** Description of an image. */
  alt?: string | undefined
}

export interface References {
  links: Reference[]
  images: Reference[]
}

/** Returns the links and images of a rendered email. */
function references({ html }: { html: string }): References {
  const links: Reference[] = []
  const images: Reference[] = []
  walkMarkup(html, {
    open({ name, attribs }) {
      if (name === 'a' && !attribs.name && !attribs.id) links.push({ address: (attribs.href ?? '').trim() })
      if (name === 'img') images.push({ address: (attribs.src ?? '').trim(), alt: attribs.alt })
    },
  })
  return { links, images }
}

/** Measures an email: `content` is the creator's HTML, and `html` the email as one subscriber would get it. */
function inspect({
  content,
  snippets,
  html,
}: {
  content: string
  snippets: Snippets
  html: string
}): References & { words: number; bytes: number } {
  const text = htmlToText(fillerOf(snippets).fragment(content))
  return {
    ...references({ html }),
    words: text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
    bytes: Buffer.byteLength(html),
  }
}

export const INSPECT_TASKS = { references, inspect }
