// Enforces the table of docs/architecture: which layer may import which. `findings` is pure, so tests can break each rule.
import { statSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { inEachFile } from './each-file.ts'
import { layerOf, MAY_IMPORT, MODULES, moduleOf, PACKAGES } from './layers.ts'
import { root, sourceFiles } from './source-files.ts'

export interface Import {
  from: string
  /** A file of the project, or the name of a package. */
  to: string
  is_package: boolean
  /** True if it is erased when the code runs. */
  is_type: boolean
}

export function findings(imports: Import[]): string[] {
  return [...imports.flatMap(forbidden), ...circles(imports)]
}

function forbidden({ from, to, is_package, is_type }: Import): string[] {
  const layer = layerOf(from)
  if (layer === 'test') return []
  if (is_package) {
    if (is_type || layer === 'bench') return []
    const rule = PACKAGES.find(({ name }) => name.test(to))
    return !rule || rule.only.test(from) ? [] : [`${from} imports the package ${to}: ${rule.why}`]
  }
  const target = layerOf(to)
  if (target === 'test' && !MAY_IMPORT[layer]?.includes('test'))
    return [`${from} imports ${to}: what only tests need stays in tests`]
  const module = moduleOf(from)
  const other = moduleOf(to)
  if (module && other && module !== other) return betweenModules({ from, to, is_type }, module, other)
  const allowed = MAY_IMPORT[layer]
  if (!allowed) return [`${from} lies in no known layer: name it in scripts/checks/layers.ts`]
  if (allowed.includes(target) || (is_type && allowed.includes(`type ${target}`))) return []
  return [`${from} (${layer}) may not import ${to} (${target})`]
}

/** Checks imports between modules: function calls go toward the foundations, events the other way. */
function betweenModules(
  { from, to }: Pick<Import, 'from' | 'to'> & { is_type: boolean },
  module: string,
  other: string,
): string[] {
  const [here, there] = [MODULES.indexOf(module), MODULES.indexOf(other)]
  if (here < 0 || there < 0)
    return [`${here < 0 ? module : other} is missing in the order of modules (scripts/checks/layers.ts)`]
  if (there > here)
    return [`${from} imports ${to}: ${other} comes after ${module}, so ${module} emits an event instead`]
  const isAdapter = /^module (api|router|http|jobs)$/.test(layerOf(from))
  if (isAdapter && layerOf(to) !== 'module schema')
    return [`${from} imports ${to}: an adapter names its own service only`]
  return /^module (api|router|http)$/.test(layerOf(to))
    ? [`${from} imports ${to}: an adapter is for transports only`]
    : []
}

/** Returns import cycles, each once. Type imports count, too, because files in a cycle can only be read and changed together. */
function circles(imports: Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to, is_package } of imports) {
    if (!is_package) next.set(from, [...(next.get(from) ?? []), to])
  }
  const cycles = new Set<string>()
  const visited_files = new Set<string>()
  const visit = (file: string, trail: string[]) => {
    const at = trail.indexOf(file)
    if (at >= 0) cycles.add(named(trail.slice(at)))
    if (at >= 0 || visited_files.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...trail, file])
    visited_files.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return [...cycles]
}

function named(circle: string[]): string {
  const first = circle.indexOf([...circle].sort()[0] ?? '')
  const turned = [...circle.slice(first), ...circle.slice(0, first)]
  return `import circle: ${[...turned, turned[0]].join(' -> ')}`
}

export function readImports(): Import[] {
  const files = sourceFiles(['ts', 'tsx', 'mjs'])
  // Only names are cached, because other files determine which file a name refers to.
  return inEachFile('imports', files, namesIn).flatMap((names, n) => resolved(files[n] ?? '', names))
}

export const importsOf = (from: string, text: string): Import[] => resolved(from, namesIn(from, text))

interface ImportedName {
  name?: string | undefined
  is_type: boolean
}

function namesIn(file: string, text: string): ImportedName[] {
  const { module, program } = parseSync(file, text)
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      is_type: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest, isType }) => ({ name: moduleRequest?.value, is_type: isType })),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      name: /^['"]([^'"]+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1],
      is_type: false,
    })),
    ...(text.includes('import(') ? typesInPlace(program) : []).map((name) => ({ name, is_type: true })),
  ]
}

const resolved = (from: string, names: ImportedName[]): Import[] =>
  names.flatMap(({ name, is_type }) => {
    if (!name || name.startsWith('node:')) return []
    const is_package = !/^(\.|@\/)/.test(name)
    return [{ from, to: is_package ? name : resolve(from, name), is_package, is_type }]
  })

/** Returns modules of inline type imports: `import('./file.ts').Type`. */
function typesInPlace(program: ReturnType<typeof parseSync>['program']): string[] {
  const found: string[] = []
  const collect = ({ source }: { source: { value: string } }) => void found.push(source.value)
  new Visitor({ TSImportType: collect }).visit(program)
  return found
}

function resolve(from: string, name: string): string {
  const base = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(from), name)
  const candidates = ['', '.ts', '.tsx', '/index.ts'].map((ending) => base + ending)
  return candidates.find((file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile()) ?? base
}

if (import.meta.main) {
  const lines = findings(readImports())
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
