// Remembers which checks held for which files, so `npm run check` runs only checks whose files have changed since.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const NOT_SOURCES = /^(node_modules|\.next|\.data|\.git|dist|test-results)$/

/** Files below `root` that are neither packages nor built, relative to it. Node 20 has no globSync. */
export function projectFiles(root, folder = '') {
  return entriesOf(path.join(root, folder)).flatMap((entry) => {
    if (NOT_SOURCES.test(entry.name)) return []
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return projectFiles(root, file)
    return entry.isFile() ? [file] : []
  })
}

/** None of a folder that was removed a moment ago, as tests do with theirs. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** A hash of the command, and of names and contents of the files that match `reads`. */
export function fingerprint(root, args, reads) {
  const hash = createHash('sha256').update(args.map((arg) => path.relative(root, path.resolve(root, arg))).join('\0'))
  for (const file of projectFiles(root).sort())
    if (reads.test(file)) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** The fingerprints with which checks held, by the name of the check, kept in a file. */
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

  add(name, found) {
    this.#held[name] = found
    mkdirSync(path.dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#held))
  }
}
