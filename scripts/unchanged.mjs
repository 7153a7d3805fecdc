// Remembers which checks passed for which files, so `npm run check` runs only checks whose files have changed since.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const NOT_SOURCES = /^(node_modules|\.next|\.data|\.git|dist|test-results)$/

/** Returns files below `root` that are neither packages nor built, as relative paths. Node 20 has no globSync. */
export function projectFiles(root, folder = '') {
  return entriesOf(path.join(root, folder)).flatMap((entry) => {
    if (NOT_SOURCES.test(entry.name)) return []
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return projectFiles(root, file)
    return entry.isFile() ? [file] : []
  })
}

/** Returns no entries for a folder that was just removed, as tests do with theirs. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** Returns a hash of the command, and of names and contents of the files that match `reads`. */
export function fingerprint(root, args, reads) {
  const hash = createHash('sha256').update(args.map((arg) => path.relative(root, path.resolve(root, arg))).join('\0'))
  for (const file of projectFiles(root).sort())
    if (reads.test(file)) hash.update(`\0${file}\0`).update(hashOf(path.join(root, file)))
  return hash.digest('hex')
}

/** Returns hashes of the matching files, by name. */
export const hashesOf = (root, reads) =>
  Object.fromEntries(
    projectFiles(root)
      .filter((file) => reads.test(file))
      .map((file) => [file, hashOf(path.join(root, file)).toString('base64url')]),
  )

const MAX_CLOCK_TICK_MS = 1_000
const hashes = new Map()

/** Caches hashes, because each check needs them before and after its run: a file with the same time and size is not read again. */
function hashOf(file) {
  const { ino, size, ctimeMs } = statSync(file)
  const state = `${ino} ${size} ${ctimeMs}`
  const known = hashes.get(file)
  if (known?.state === state) return known.hash
  const hash = createHash('sha256').update(readFileSync(file)).digest()
  // A file that is written twice within one tick of the file system's clock keeps its time.
  if (Date.now() - ctimeMs > MAX_CLOCK_TICK_MS) hashes.set(file, { state, hash })
  return hash
}

/** Fingerprints with which checks passed, by the name of the check, stored in a file. */
export class HeldChecks {
  #file
  #held

  constructor(file) {
    this.#file = file
    try {
      this.#held = JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      this.#held = {}
    }
  }

  holds(name, found) {
    return this.#held[name] === found
  }

  /** Returns the files that have not held with these hashes and rules. */
  changedFiles(name, { rules, files }) {
    const held = this.#held[`files of ${name}`]
    return Object.keys(files).filter((file) => held?.rules !== rules || held.files[file] !== files[file])
  }

  addFiles(name, { rules, files }) {
    this.add(`files of ${name}`, { rules, files })
  }

  add(name, found) {
    this.#held[name] = found
    mkdirSync(path.dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#held))
  }
}
