import type { Catalog } from '../../lib/locale/current.ts'

/** Returns the texts that a catalog lacks, or whose translation lacks a value or an element. */
export const missingIn = (messages: readonly string[], catalog: Catalog): string[] =>
  messages.filter((message) => {
    const translated = catalog[message]
    const forms = typeof translated === 'object' ? Object.values(translated) : [translated ?? '']
    return forms.length === 0 || forms.some((form) => form === '' || placesOf(form) !== placesOf(message))
  })

const placesOf = (text: string): string => [...new Set(text.match(/\{\d+\}|<\d+/g))].sort().join()
