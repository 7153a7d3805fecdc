// Paths that the docs name exist, and so do the functions: `server/core/write.ts#write`. Prints where a moved one is now.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, sourceFiles } from './source-files.ts'

/** The files of the project, as far as the check needs them. */
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

/** What is named and does not exist, in one line each, with what to write instead. */
export function inspectPaths({ file, text }: { file: string; text: string }, project: Project): string[] {
  const found: string[] = []
  let last = ''
  const lines = withoutBlocks(text).split('\n')
  for (const [i, line] of lines.entries()) {
    for (const [, code = ''] of line.matchAll(CODE)) {
      // `#name` alone is in the file that was named before it.
      const named = code.startsWith('#') && last ? last + code : code
      if (!IN_PROJECT.test(named)) continue
      const [target = '', name] = splitName(named)
      if (IS_PATTERN.test(target)) continue
      last = target
      const problem = problemOf(target, name, project)
      if (problem) found.push(`${file}:${i + 1}: ${named}: ${problem}`)
    }
    for (const [, link = ''] of line.matchAll(LINK)) {
      if (/^[a-z]+:/.test(link)) continue
      const target = path.posix.join(path.posix.dirname(file), link)
      if (!project.exists(target)) found.push(`${file}:${i + 1}: the link ${link} leads nowhere`)
    }
  }
  return found
}

/** Code blocks show what is to be written, diagrams and commands. Their lines stay, so line numbers do. */
function withoutBlocks(text: string): string {
  let is_block = false
  return text
    .split('\n')
    .map((line) => {
      const is_fence = line.trimStart().startsWith('```')
      if (is_fence) is_block = !is_block
      return is_block || is_fence ? '' : line
    })
    .join('\n')
}

function splitName(named: string): [string, string?] {
  const at = named.indexOf('#')
  return at < 0 ? [named.replace(/\/$/, '')] : [named.slice(0, at), named.slice(at + 1)]
}

function problemOf(target: string, name: string | undefined, project: Project): string | undefined {
  const is_there = project.exists(target)
  if (is_there && (!name || defines(project.sources.get(target) ?? '', name))) return undefined
  if (name) {
    const now = [...project.sources].filter(([, text]) => defines(text, name)).map(([source]) => source)
    const what = is_there ? `${name} is not defined there` : 'the file does not exist'
    return now.length > 0
      ? `${what}; write ${now.map((source) => `${source}#${name}`).join(' or ')}`
      : `${what}, nor is ${name} anywhere else`
  }
  const now = [...project.sources.keys()].filter((source) => path.basename(source) === path.basename(target))
  return now.length > 0 ? `it does not exist; write ${now.join(' or ')}` : 'it does not exist'
}

/** Whether the text defines a function, a constant, a class or a type of that name, or a job of that id. */
function defines(text: string, name: string): boolean {
  if (name.includes('/')) return text.includes(`id: '${name}'`)
  return KEYWORDS.some((keyword) => {
    const at = text.indexOf(`${keyword} ${name}`)
    return at >= 0 && !/[\w$]/.test(text[at + keyword.length + 1 + name.length] ?? '')
  })
}

const KEYWORDS = ['function', 'function*', 'const', 'let', 'class', 'interface', 'type']

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
