import type { Plugin } from 'rolldown'

/**
 * Escapes characters outside ASCII in our sources. V8 keeps two bytes for each character of a file that contains one, which took 10 MB more.
 * The bundler's own `charset` leaves tagged templates as they are, because a tag could read their raw text. Ours do not, except for patterns of
 * regular expressions, in which an escape means the same.
 */
export const escapeTexts = (root: string): Plugin => ({
  name: 'escape-texts',
  transform: {
    filter: { id: { include: [`${root}/server/**/*.ts`] }, code: OUTSIDE_ASCII },
    handler: (code) => ({ code: code.replaceAll(OUTSIDE_ASCII, escaped), map: null }),
  },
})

const OUTSIDE_ASCII = /[^\0-\x7f]/g
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
