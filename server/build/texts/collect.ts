import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { textsOf } from './texts-of.ts'
import { markedMessage } from './what-is-text.ts'

/** Where the interface is written, and where the build finds its texts. */
const PAGES = '{app,components}/**/*.{ts,tsx}'
/** Texts of the server are marked with `t`. */
const SERVER = 'server/**/*.ts'

export interface PlacedText {
  message: string
  file: string
  line: number
}

/** Returns every text that can be translated, and those of pages that cannot, because they are made before anyone asks for a page. */
export function collectTexts(root: string): { texts: PlacedText[]; fixed: PlacedText[] } {
  const texts: PlacedText[] = []
  const fixed: PlacedText[] = []
  for (const file of filesOf(root, PAGES)) {
    const found = textsOf(file, readFileSync(path.join(root, file), 'utf8'))
    texts.push(...found.texts.map((one) => ({ ...one, file })))
    fixed.push(...found.fixed.map((one) => ({ ...one, file })))
  }
  for (const file of filesOf(root, SERVER)) {
    const source = readFileSync(path.join(root, file), 'utf8')
    if (/\bt`/.test(source)) texts.push(...markedTexts(source).map((one) => ({ ...one, file })))
  }
  return { texts, fixed }
}

const filesOf = (root: string, pattern: string): string[] =>
  globSync(pattern, {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/generated/**', '**/testing/**', 'app/(dev)/**'],
  }).sort()

function markedTexts(source: string): { message: string; line: number }[] {
  const found: { message: string; line: number }[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== 'Identifier' || tag.name !== 't') return
      found.push({ message: markedMessage(quasi), line: source.slice(0, start).split('\n').length })
    },
  }).visit(parseSync('texts.ts', source).program)
  return found
}
