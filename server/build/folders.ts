import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Number of kept builds that no process uses, for open tabs and for going back. */
const KEPT = 2
const MARK_MS = 60_000
/** Many times the interval of marks, so a process that was suspended for a while does not lose its pages. */
const UNUSED_MS = 10 * 60_000

/** Relative to the project, where Next requires it. */
export const BUILDS = '.next/builds'

/** Folder of the bundled server inside its build's folder (bundle/bundle.ts). */
export const SERVICE = 'service'

/** Argument of build.ts: the build is for a start. */
export const FOR_START = '--for-start'

/** Written last, so a folder with this file is complete. Lists the assets of this build; its mtime is when the build was last used. */
const COMPLETE = 'complete.json'

export interface Build {
  /** Folder, relative to the project. */
  dir: string
  used_at: number
}

/** Returns a folder for a new build of these sources. Unique, so an abandoned build that still runs can never write into another. */
export function newBuildFolder(root: string, sources: string): string {
  const dir = `${BUILDS}/${sources.slice(0, 16)}-${randomUUID().slice(0, 8)}`
  mkdirSync(path.join(root, dir), { recursive: true })
  return dir
}

/** Returns complete builds, the most recently used first. */
export function completeBuilds(root: string): Build[] {
  return folders(root)
    .flatMap((dir) => {
      const stat = statSync(path.join(root, dir, COMPLETE), { throwIfNoEntry: false })
      return stat ? [{ dir, used_at: stat.mtimeMs }] : []
    })
    .sort((a, b) => b.used_at - a.used_at)
}

/** Returns the complete build of these sources, and marks it as in use. */
export function findBuild(root: string, sources: string): string | undefined {
  const found = completeBuilds(root).find(({ dir }) => path.basename(dir).startsWith(`${sources.slice(0, 16)}-`))
  if (found) markUsed(root, found.dir)
  return found?.dir
}

/**
 * Marks a build as complete. It gets the assets of earlier builds, because tabs opened before a restart still request them. As links they cost
 * no space, and only assets made by those builds themselves are linked, so they do not accumulate.
 */
export function completeBuild(root: string, dir: string): void {
  const assets = globSync('static/**/*', { cwd: path.join(root, dir), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, dir), path.join(entry.parentPath, entry.name)))
  for (const earlier of completeBuilds(root)) {
    const theirs: string[] = JSON.parse(readFileSync(path.join(root, earlier.dir, COMPLETE), 'utf8'))
    for (const file of theirs) keepAsset(path.join(root, earlier.dir, file), path.join(root, dir, file))
  }
  // Renamed when complete, so a process that dies here leaves no partial file.
  const draft = path.join(root, dir, `${COMPLETE}.draft`)
  writeFileSync(draft, JSON.stringify(assets))
  renameSync(draft, path.join(root, dir, COMPLETE))
}

function keepAsset(from: string, to: string): void {
  // Equal names mean equal content. If files were removed by hand, only open tabs miss them.
  if (existsSync(to) || !existsSync(from)) return
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    // Not every file system supports links.
    copyFileSync(from, to)
  }
}

/** Marks a build as in use while this process runs. Returns a function that ends it. */
export function keepBuild(root: string, dir: string): () => void {
  markUsed(root, dir)
  const marks = setInterval(() => markUsed(root, dir), MARK_MS)
  marks.unref()
  return () => clearInterval(marks)
}

function markUsed(root: string, dir: string): void {
  try {
    utimesSync(path.join(root, dir, COMPLETE), new Date(), new Date())
  } catch {
    // Removed by hand, or not writable for this user, which must not stop serving.
  }
}

/** Removes interrupted builds and builds that are no longer used. For the owner of the build lock. */
export function deleteOldBuilds(root: string): void {
  const complete = completeBuilds(root)
  const wanted = complete.filter(({ used_at }, i) => i < KEPT || Math.abs(Date.now() - used_at) < UNUSED_MS)
  const dirs = new Set(wanted.map(({ dir }) => dir))
  for (const dir of folders(root)) if (!dirs.has(dir)) rmSync(path.join(root, dir), { recursive: true, force: true })
}

function folders(root: string): string[] {
  // A new clone has no build.
  if (!existsSync(path.join(root, BUILDS))) return []
  return readdirSync(path.join(root, BUILDS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${BUILDS}/${name}`)
}
