import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { textsOfMarkup } from '../../lib/locale/markup.ts'
import { messagesOf, unmarkedErrors } from './messages.ts'
import { textsOf } from './texts-of.ts'
import { markedMessage } from './what-is-text.ts'

/** Files of the interface, in which the build finds its texts. */
const PAGES = '{app,components}/**/*.{ts,tsx}'
/** Texts of the server are marked with `t`, or in templates of HTML. */
const SERVER = 'server/**/*.ts'

export interface PlacedText {
  message: string
  file: string
  line: number
}

interface TextsOfFile {
  /** Texts that can be translated. */
  texts: PlacedText[]
  /** Texts of pages that cannot, because they are created before any request. */
  fixed: PlacedText[]
}

type EachFile = <T>(name: string, files: string[], inspect: (file: string, source: string) => T) => T[]

/** Returns all texts of pages and of the server. `each` reads the files. */
export function collectTexts(root: string, each: EachFile = reading(root)): TextsOfFile {
  const pages = each('texts', filesOf(root, PAGES), (file, source): TextsOfFile => {
    const { texts, fixed } = textsOf(file, source)
    return { texts: texts.map((one) => ({ ...one, file })), fixed: fixed.map((one) => ({ ...one, file })) }
  })
  return {
    texts: [...pages.flatMap(({ texts }) => texts), ...collectServerTexts(root, each)],
    fixed: pages.flatMap(({ fixed }) => fixed),
  }
}

/** Returns the texts written by the server itself: public pages, emails, errors. */
export function collectServerTexts(root: string, each: EachFile = reading(root)): PlacedText[] {
  return each('server-texts', filesOf(root, SERVER), (file, source) =>
    [...(MARKED.test(source) ? markedTexts(source) : []), ...plainMessages(file, source)].map((one) => ({
      ...one,
      file,
    })),
  ).flat()
}

const reading =
  (root: string): EachFile =>
  (_name, files, inspect) =>
    files.map((file) => inspect(file, readFileSync(path.join(root, file), 'utf8')))

/** Modules of the server in which every text is translated. */
const FINISHED = [
  'server/lib/page/{html,language,public-page,sign-up-form}.ts',
  'server/mail/{layouts,html/required-parts}.ts',
  'server/modules/delivery/{http,preflight-schema,tracking/unsubscribe-page}.ts',
  'server/modules/delivery/{evidence/*,preflight/{check-addresses,inspect,merge-fields,required-parts,sender}}.ts',
  'server/modules/{broadcasts/report,sequences,automations/emails}/why.ts',
  'server/modules/broadcasts/compose/advice.ts',
  'server/modules/forms/{http,emails/*,sign-up/*}.ts',
  'server/modules/posts/{http,site/{pages,paywall},access/*}.ts',
  'server/modules/preferences/*.ts',
  'server/modules/recommendations/section.ts',
  'server/modules/throttle/*.ts',
  // Each email to a user is written in such a file (server/user-emails.test.ts).
  'server/modules/**/emails.ts',
  'server/modules/notifications/{digest,http,notify,values-schema}.ts',
]

/** Names, headers, and texts that are stored as a record. */
const NO_TEXTS = new Set([
  'Text Only',
  'Envoi link check',
  'Content-Type, Accept',
  'Not Found',
  'Switched off',
  'Switched on',
])

/** Returns untranslated texts of finished modules: not marked with `t`, or created when their module loads. Includes errors with values. */
export function findUnmarked(root: string, each: EachFile = reading(root)): PlacedText[] {
  const errors = each('errors', filesOf(root, 'server/{modules,trpc,jobs/runs}/**/*.ts'), (file, source) =>
    unmarkedErrors(source).map(({ message, start }) => ({ message, line: lineOf(source, start), file })),
  )
  const finished = [...new Set(FINISHED.flatMap((pattern) => filesOf(root, pattern)))]
  const unmarked = each('unmarked', finished, (file, source) => {
    const { texts, fixed } = textsOf(file, source)
    // Errors other than AppError are for the log.
    const isFault = ({ line }: { line: number }) => source.split('\n')[line - 1]?.includes('new Error(')
    return [...texts.filter(({ is_marked }) => !is_marked), ...fixed]
      .filter(({ message }) => /^(\p{Lu}|\{0\} )/u.test(message) && !NO_TEXTS.has(message))
      .filter((one) => !isFault(one))
      .map((one) => ({ ...one, file }))
  })
  return [...unmarked.flat(), ...errors.flat()]
}

const lineOf = (source: string, start: number): number => source.slice(0, start).split('\n').length

const filesOf = (root: string, pattern: string): string[] =>
  globSync(pattern, {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/generated/**', '**/testing/**', 'app/(dev)/**'],
  }).sort()

/** Returns messages of services and schemas, which the dashboard shows. */
const plainMessages = (file: string, source: string): { message: string; line: number }[] =>
  file.startsWith('server/modules/')
    ? messagesOf(source).map(({ message, start }) => ({ message, line: lineOf(source, start) }))
    : []

const MARKED = /\b(t|html)`|\bcountText\(/

function markedTexts(source: string): { message: string; line: number }[] {
  const texts: { message: string; line: number }[] = []
  const add = (messages: readonly string[], start: number) =>
    texts.push(...messages.map((message) => ({ message, line: lineOf(source, start) })))
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== 'Identifier') return
      if (tag.name === 't') add([markedMessage(quasi)], start)
      if (tag.name === 'html') add(textsOfMarkup(quasi.quasis.map(({ value }) => value.cooked ?? '')), start)
    },
    CallExpression({ callee, arguments: [, , noun], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'countText') return
      if (noun?.type === 'Literal' && typeof noun.value === 'string') add([`{0} ${noun.value}`], start)
    },
  }).visit(parseSync('texts.ts', source).program)
  return texts
}
