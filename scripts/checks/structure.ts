// Checks names, places and lengths of files, waiting times of tests, claims of rows, calls of mutations by pages, and that npm ci accepts the
// lock file everywhere.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inspectClaims } from './claims.ts'
import { MODULES, moduleOf } from './layers.ts'
import { root, sourceFiles } from './source-files.ts'

const MAX_FILE = 400
const SAYS_NOTHING = /^(utils?|helpers?|types?|common|index|misc|shared)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/
// Next's own folder names: (group), [parameter], [[...rest]], @slot, _private.
const NEXT_FOLDER = /^(\([a-z-]+\)|\[{1,2}(\.{3})?[a-z_]+\]{1,2}|@[a-z-]+|_[a-z-]+|\.well-known)$/

/** Returns the problems of a file's name, place or length, one line each. */
export function inspectFile(file: string, lines: number): string[] {
  const problems: string[] = []
  const folders = file.split('/')
  const [name = ''] = (folders.pop() ?? '').replace(/^\./, '').split('.')
  if (SAYS_NOTHING.test(name)) problems.push(`${file}: "${name}" says nothing, name the noun that is in it`)
  else if (!KEBAB.test(name)) problems.push(`${file}: file names are kebab-case`)
  for (const folder of folders) {
    if (!KEBAB.test(folder) && !NEXT_FOLDER.test(folder))
      problems.push(`${file}: the folder ${folder} is not kebab-case`)
    if (SAYS_NOTHING.test(folder)) problems.push(`${file}: the folder "${folder}" says nothing`)
  }
  if (lines > MAX_FILE) problems.push(`${file}: ${lines} lines, at most ${MAX_FILE}; which noun is hiding in it?`)
  if (/^server\/modules\/[^/]+\/[^/]+\/[^/]+\//.test(file)) problems.push(`${file}: a module has one level of folders`)
  const module = moduleOf(file)
  if (module && !MODULES.includes(module))
    problems.push(`${file}: ${module} is missing in the order of modules (scripts/checks/layers.ts)`)
  return problems
}

const MAX_FILES = 16

/** Returns folders of the server that have more files, not counting tests, than a folder may have without subfolders by subject (decision 0040). */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!file.startsWith('server/') || /\.test\.tsx?$/.test(file)) continue
    const folder = path.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    count > MAX_FILES ? [`${folder}: ${count} files, at most ${MAX_FILES}; group them in folders by subject`] : [],
  )
}

const MIN_PATIENCE_MS = 60_000
const WAIT =
  /\bvi\.wait(?:Until|For)\(|(?:\btimeout(?:_ms)?: |\bAbortSignal\.timeout\()(\d[\d_]*)|^ *\}, (\d[\d_]*)\)$/gm

/** Returns places where a test would fail on a slow machine, because it waits less than a minute, or gives a request less. */
export function inspectPatience(file: string, text: string): string[] {
  if (!/\.test\.tsx?$/.test(file)) return []
  return [...text.matchAll(WAIT)].flatMap(({ 1: named = '', 2: last = '', index }) => {
    const ms = named || last
    const isShort = ms ? Number(ms.replaceAll('_', '')) < MIN_PATIENCE_MS : !isPatient(text, index)
    const line = text.slice(0, index).split('\n').length
    return isShort
      ? [`${file}:${line}: this fails on a slow machine; use PATIENCE or limitsByHand (server/testing/)`]
      : []
  })
}

/** Returns whether the call that begins there uses PATIENCE. Otherwise Vitest waits one second. */
function isPatient(text: string, from: number): boolean {
  let depth = 0
  for (let at = text.indexOf('(', from); at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(from, at).includes('PATIENCE')
  }
  return false
}

const SPREAD = /^ +\.\.\.(?:\{ ?[\w'].*\}|(\[)[^\]]*\]),$|^( +)\.\.\.\{\n(?:\2 .*\n)*\2\},$/gm

/** Returns literal objects and lists that are spread into another one, which only saves lines: their content belongs there. */
export const inspectSpreads = (file: string, text: string): string[] =>
  [...text.matchAll(SPREAD)].map(({ 1: list, index }) => {
    const what = list ? 'items without spreading a list' : 'properties without spreading an object'
    return `${file}:${text.slice(0, index).split('\n').length}: write the ${what}`
  })

const STORED_FORM = 'components/stored-form.ts'

/**
 * Returns forms whose fields follow stored values through `useForm`, which replaces what a user types when the page refetches. `useStoredForm`
 * keeps it.
 */
export function inspectForms(file: string, text: string): string[] {
  if (file === STORED_FORM) return []
  return [...text.matchAll(/\buseForm(?:<[^(]*>)?\(/g)].flatMap(({ index, 0: { length } }) =>
    /(?:^|[{,\s])values\b(?=\s*[:,}])/.test(argumentsFrom(text, index + length))
      ? [
          `${file}:${text.slice(0, index).split('\n').length}: stored values overwrite what is typed; use useStoredForm (${STORED_FORM})`,
        ]
      : [],
  )
}

/** Returns the first argument of a call, without the arguments of nested calls. */
function argumentsFrom(text: string, from: number): string {
  let depth = 0
  let argument = ''
  for (const character of text.slice(from)) {
    if ('({['.includes(character)) depth++
    if (')}]'.includes(character) && depth-- === 0) return argument
    if (depth <= 1) argument += character
  }
  return argument
}

const SINGLETONS = 'server/lib/concurrency/process-singleton.ts'

/** Returns uses of globalThis for state outside of the one file that explains this. */
export function inspectGlobals(file: string, text: string): string[] {
  if (
    !file.startsWith('server/') ||
    file === SINGLETONS ||
    !/\bglobalThis as\b|\(globalThis,|\bglobalThis(?:\.\w+|\[[^\]]+\])\s*(?:\?\?|\|\|)?=(?!=)/.test(code(file, text))
  )
    return []
  return [`${file}: keeps state on globalThis; use processSingleton (${SINGLETONS})`]
}

/** Tests may spy on a global function. */
const code = (file: string, text: string) =>
  /\.test\.tsx?$/.test(file) ? text.replaceAll('spyOn(globalThis,', '') : text

const ACTIONS = 'components/use-action.ts'

/** Returns mutations of pages that are called without an action, which refetches, reports success and shows errors. */
export const inspectMutations = (file: string, text: string): string[] =>
  file !== ACTIONS && /^(app|components)\//.test(file) && /\buseMutation\b/.test(text)
    ? [`${file}: calls a mutation itself; use useAction (${ACTIONS})`]
    : []

interface Lock {
  packages: Record<
    string,
    { optionalDependencies?: Record<string, string>; peerDependenciesMeta?: Record<string, { optional?: boolean }> }
  >
}

/**
 * Returns platform packages missing in the lock file. npm omits a package if its registry lacked it, and npm ci then refuses the lock file
 * everywhere.
 */
export function missingInLock({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([where, { optionalDependencies = {}, peerDependenciesMeta = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !peerDependenciesMeta[name]?.optional && !resolves(packages, where, name))
      .map((name) => `package-lock.json: ${name}, which ${where} needs on some platform, has no entry`),
  )
}

function resolves(packages: Lock['packages'], where: string, name: string): boolean {
  const outer = where.split('/node_modules/').map((_, i, parts) => parts.slice(0, i + 1).join('/node_modules/'))
  return ['', ...outer].some((base) => `${base}${base && '/'}node_modules/${name}` in packages)
}

if (import.meta.main) {
  const files = sourceFiles(['ts', 'tsx', 'mjs', 'css'])
  const lines = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [
      ...inspectFile(file, text.split('\n').length - 1),
      ...inspectPatience(file, text),
      ...inspectSpreads(file, text),
      ...inspectForms(file, text),
      ...inspectGlobals(file, text),
      ...inspectMutations(file, text),
      ...inspectClaims(file, text),
    ]
  })
  lines.push(...crowdedFolders(files))
  for (const folder of ['', 'scripts/setup/client', 'scripts/setup/node'])
    lines.push(...missingInLock(JSON.parse(readFileSync(path.join(root, folder, 'package-lock.json'), 'utf8'))))
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
