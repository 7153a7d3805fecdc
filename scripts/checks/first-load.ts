// Fails if the first load of a page exceeds the limit of JavaScript: the scripts that a browser fetches before the page is usable, compressed as
// sent. Scripts that a page imports on demand do not count. Also fails if any script contains texts of schemas for the OpenAPI document. Reads
// the production build (decision 0095).
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { build } from '../../server/build/build.ts'
import { PROJECT } from '../../server/build/sources.ts'
import { hasMetadata } from '../../server/build/without-metadata.ts'

/** Bytes, compressed. React and Next.js alone take 113 KB. It was 200 KB until the administration got its own sidebar. */
const LIMIT = 201_000

interface FirstLoad {
  /** The address as in `app/`, without groups: `/subscribers/[id]`. */
  page: string
  bytes: number
  /** Largest first. */
  chunks: { file: string; bytes: number }[]
}

interface Manifest {
  /** Chunks of the client components of each layout, page and error page, with the chunks of its parents. */
  entryJSFiles: Record<string, string[]>
}

/** Reads the first load of each page from a production build, largest first. */
function firstLoads(dir: string): FirstLoad[] {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    const size = sizes.get(file) ?? sizeAsSent(path.join(dir, file))
    sizes.set(file, size)
    return size
  }
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(dir, 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[]
  }
  const app = path.join(dir, 'server/app')
  return globSync('**/page_client-reference-manifest.js', { cwd: app })
    .map((file) => {
      const { entryJSFiles } = manifestIn(readFileSync(path.join(app, file), 'utf8'))
      const chunks = [...new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])]
        .map((chunk) => ({ file: chunk, bytes: sizeOf(chunk) }))
        .sort((a, b) => b.bytes - a.bytes)
      return { page: addressOf(file), bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0), chunks }
    })
    .sort((a, b) => b.bytes - a.bytes || a.page.localeCompare(b.page))
}

/** Returns the size of a file as browsers get it: the build compresses it (server/build/compress.ts), unless it is tiny. */
const sizeAsSent = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/** Returns the JSON in a script that adds it to a global object. */
const manifestIn = (script: string): Manifest =>
  JSON.parse(script.slice(script.indexOf('{', script.indexOf('] = ')), script.lastIndexOf('}') + 1)) as Manifest

/** Returns `/subscribers` for `(dashboard)/subscribers/page_client-reference-manifest.js`. */
const addressOf = (file: string): string =>
  `/${file
    .split('/')
    .slice(0, -1)
    .filter((part) => !/^\(.*\)$/.test(part))
    .join('/')}`

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const dir = path.join(PROJECT, await build())
const loads = firstLoads(dir)
const problems = loads.flatMap(({ page, bytes, chunks }) => {
  if (bytes > LIMIT)
    return [
      `${page} loads ${kb(bytes)} of JavaScript; ${kb(LIMIT)} are allowed. Its largest chunks: ${chunks
        .slice(0, 5)
        .map((chunk) => `${chunk.file} ${kb(chunk.bytes)}`)
        .join(', ')}`,
    ]
  return []
})
for (const file of globSync('static/chunks/**/*.js', { cwd: dir }))
  if (hasMetadata(readFileSync(path.join(dir, file), 'utf8')))
    problems.push(`${file} has metadata of OpenAPI, which a browser never needs (server/build/without-metadata.ts)`)
if (process.argv.includes('--list'))
  for (const { page, bytes } of loads) console.log(`${kb(bytes).padStart(9)}  ${page}`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
