import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { GUIDES } from '../server/rest/docs/reference.ts'

// Checks the image's part of the project and of its packages, by reading the files that define it.

const read = (file: string) => readFileSync(file, 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Lines of .dockerignore in order: the last match decides. */
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => ({ pattern: patternOf(line.replace(/^!/, '')), is_kept: line.startsWith('!') }))

/** A line matches files and whole folders. */
function patternOf(glob: string): RegExp {
  const text = glob.replaceAll('.', '\\.').replaceAll(/(\*\*\/)|\*/g, (_, folders) => (folders ? '(?:.*/)?' : '[^/]*'))
  return new RegExp(`^${text}(?:/|$)`)
}

const isInImage = (file: string): boolean => ignored.findLast(({ pattern }) => pattern.test(file))?.is_kept ?? true

test('every guide that the product serves is in the image, and nothing else of docs', () => {
  const guides = GUIDES.map((name) => `docs/${name}.md`)
  expect(globSync('docs/**/*.md').filter(isInImage).sort()).toEqual([...guides].sort())
})

/** Returns files and folders that a source file refers to by path: relative to itself, or to the project. */
function namedBy(file: string): string[] {
  const text = read(file)
  const own = /(?:import\.meta\.dirname, |import\(|from |new URL\()'(\.[^']+)'|import\.meta\.dirname, '([^']+)'/g
  const of_project = /path\.(?:join|resolve)\((?:ROOT|PROJECT|process\.cwd\(\)), '([^']+)'|\bat\('([^']+)'\)/g
  return [
    ...[...text.matchAll(own)].map(([, one, other]) => path.join(path.dirname(file), one ?? other ?? '')),
    ...[...text.matchAll(of_project)].map(([, one, other]) => one ?? other ?? ''),
  ]
}

/** Created by the build in the image, and parts of a checkout. */
const NOT_COPIED = /^server\/db\/generated\/|^\.git$/

test('everything that the product reads or imports from the project is in the image', () => {
  // Scripts that start, install and build, and everything that they load.
  const started = ['start', 'worker', 'envoi', 'build', 'setup'].map((name) => `scripts/${name}.mjs`)
  const sources = [...started, ...globSync('{app,components,server}/**/*.{ts,tsx}')].filter(
    (file) => !/\.test\.tsx?$|(^|\/)(testing|generated|conformance)\//.test(file),
  )
  expect(sources.length).toBeGreaterThan(500)
  const named_files = new Map(
    sources.flatMap((file) => namedBy(file).map((found) => [path.normalize(found), file] as const)),
  )
  // A sample of the files that this test is about.
  for (const found of ['docs', 'locales', 'package.json', 'prisma/migrations', 'node_modules/swagger-ui-dist'])
    expect([...named_files.keys()]).toContain(found)
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))
  const missing_files: string[] = []
  for (const [named_file, file] of named_files) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(named_file) ?? []
    // Packages are installed in the image. Development packages are removed again.
    const isThere = name
      ? name in dependencies || name.startsWith('.')
      : NOT_COPIED.test(named_file) || isInImage(named_file) || globSync(`${named_file}/**/*`).some(isInImage)
    if (!isThere) missing_files.push(`${file} names ${named_file}`)
  }
  expect(missing_files).toEqual([])
})

/** Returns files and packages that Node loads together with a file, without types and files loaded later. */
const loadedWith = (file: string): string[] =>
  matches(read(file), /^(?:import|export)\s+(?!type\b)(?:[^'"();]*?\sfrom\s+)?'([^']+)'/gm)

test('processes start without the packages for development, which the image has no more', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))
  const files = new Set([
    ...['start', 'worker', 'envoi'].map((name) => `scripts/${name}.mjs`),
    ...['main', 'worker', 'cli'].map((name) => `server/${name}.ts`),
    // Loaded by each start, to find the build.
    'server/build/launch.ts',
  ])
  const missing_packages: string[] = []
  // The set grows during the loop.
  for (const file of files)
    for (const name of loadedWith(file)) {
      if (name.startsWith('.')) files.add(path.join(path.dirname(file), name))
      else {
        const [package_name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? []
        if (!name.startsWith('node:') && !(package_name in dependencies)) missing_packages.push(`${file} loads ${name}`)
      }
    }
  expect(files.size).toBeGreaterThan(100)
  expect(missing_packages).toEqual([])
})
