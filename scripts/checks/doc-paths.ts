// Checks that paths and functions in the docs exist: `server/core/write/write.ts#write`. Prints the new place of a moved one.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, sourceFiles } from './source-files.ts'

/** The files of the project, as needed by the check. */
export interface Project {
  exists: (file: string) => boolean
  /** Source files with their text. */
  sources: ReadonlyMap<string, string>
}

const CODE = /`([^`\n]+)`/g
const LINK = /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g
const IN_PROJECT = /^(?:server|app|components|prisma|scripts|e2e|bench|sdk|docs|examples)\//
/** Patterns and examples: `server/rest/bulk-*.ts`, `/docs/…`. */
const IS_PATTERN = /[*<>{}…\s]|\.\.\./

/** Returns names that do not exist, one line each, with the correct name. */
export function inspectPaths({ file, text }: { file: string; text: string }, project: Project): string[] {
  const problems: string[] = []
  let last = ''
  const lines = withoutBlocks(text).split('\n')
  for (const [i, line] of lines.entries()) {
    for (const [, code = ''] of line.matchAll(CODE)) {
      // `#name` alone refers to the file named before it.
      const full_name = code.startsWith('#') && last ? last + code : code
      if (!IN_PROJECT.test(full_name)) continue
      const [target = '', name] = splitName(full_name)
      if (IS_PATTERN.test(target)) continue
      last = target
      const problem = problemOf(target, name, project)
      if (problem) problems.push(`${file}:${i + 1}: ${full_name}: ${problem}`)
    }
    for (const [, link = ''] of line.matchAll(LINK)) {
      if (/^[a-z]+:/.test(link)) continue
      const target = path.posix.join(path.posix.dirname(file), link)
      if (!project.exists(target)) problems.push(`${file}:${i + 1}: the link ${link} leads nowhere`)
    }
  }
  return problems
}

/** Blanks code blocks, which show examples, diagrams and commands. Lines are kept, so line numbers stay correct. */
function withoutBlocks(text: string): string {
  let isBlock = false
  return text
    .split('\n')
    .map((line) => {
      const isFence = line.trimStart().startsWith('```')
      if (isFence) isBlock = !isBlock
      return isBlock || isFence ? '' : line
    })
    .join('\n')
}

function splitName(named: string): [string, string?] {
  const at = named.indexOf('#')
  return at < 0 ? [named.replace(/\/$/, '')] : [named.slice(0, at), named.slice(at + 1)]
}

function problemOf(target: string, name: string | undefined, { exists, sources }: Project): string | undefined {
  const text = sources.get(target) ?? ''
  if (exists(target) && (!name || defines(text, name))) return undefined
  if (name) {
    const now = [...sources].filter(([, other]) => defines(other, name, 'export ')).map(([source]) => source)
    const what = exists(target) ? `${name} is not defined there` : 'the file does not exist'
    if (now.length > 0) return `${what}; write ${now.map((source) => `${source}#${name}`).join(' or ')}`
    const exported = exportsOf(text)
    return `${what}, nor exported elsewhere${exported.length > 0 ? `; the file exports ${exported.join(', ')}` : ''}`
  }
  const now = [...sources.keys()].filter((source) => path.basename(source) === path.basename(target))
  return now.length > 0 ? `it does not exist; write ${now.join(' or ')}` : 'it does not exist'
}

/** Returns whether the text defines a function, constant, class or type with that name, or a job with that id. */
function defines(text: string, name: string, preceding_text = ''): boolean {
  if (name.includes('/')) return text.includes(`id: '${name}'`)
  return KEYWORDS.some((keyword) => {
    const words = `${keyword} ${name}`
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      const isWhole = !/[\w$]/.test(text[at + words.length] ?? '')
      const head = text.slice(Math.max(0, at - 13), at).replace(/async $/, '')
      if (isWhole && head.endsWith(preceding_text)) return true
    }
    return false
  })
}

const KEYWORDS = ['function', 'function*', 'const', 'let', 'class', 'interface', 'type']
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm
const exportsOf = (text: string): string[] => [...text.matchAll(EXPORT)].map(([, name = '']) => name)

const DOCS = ['*.md', 'docs/*.md', 'sdk/README.md']

export function inspectDocs(): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const sources = new Map(sourceFiles(['ts', 'tsx', 'mjs']).map((file) => [file, read(file)]))
  const project: Project = { exists: (file) => existsSync(path.join(root, file)), sources }
  return globSync(DOCS, { cwd: root, exclude: ['CHANGELOG.md'] }).flatMap((file) =>
    inspectPaths({ file, text: read(file) }, project),
  )
}

if (import.meta.main) {
  const lines = inspectDocs()
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
