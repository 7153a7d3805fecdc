import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export const PROJECT = path.join(import.meta.dirname, '../..')

const FOLDERS = ['app', 'components', 'prisma/schema', 'public', 'server']
// Only these files of the root: each build and each development server writes a different next-env.d.ts.
const FILES = [
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
]

/** Tests, their helpers, and the database client, which is generated from the schema, do not affect a build. */
const OTHERS = /^server\/db\/generated\/|(^|\/)testing\/|\.test\.tsx?$/

/** Returns a hash of the contents of the sources. */
export function sourcesHash(root: string): string {
  const hash = createHash('sha256')
  for (const file of sourceFiles(root)) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function sourceFiles(root: string): string[] {
  const found = FILES.filter((file) => existsSync(path.join(root, file)))
  for (const folder of FOLDERS) if (existsSync(path.join(root, folder))) addFiles(root, folder, found)
  return found.sort()
}

function addFiles(root: string, folder: string, found: string[]): void {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`
    if (OTHERS.test(entry.isDirectory() ? `${name}/` : name)) continue
    if (entry.isDirectory()) addFiles(root, name, found)
    else if (isFile(root, name, entry)) found.push(name)
  }
}

/** A link counts as its target. */
const isFile = (root: string, name: string, entry: Dirent): boolean =>
  entry.isFile() ||
  (entry.isSymbolicLink() && statSync(path.join(root, name), { throwIfNoEntry: false })?.isFile() === true)
