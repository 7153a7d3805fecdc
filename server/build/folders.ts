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

/** Builds of the pages that no process uses: the newest stay, for tabs that are still open and for a way back. */
const KEPT = 2
const MARK_MS = 60_000
/** Many times the interval of marks: a process that was suspended for a while does not lose its pages. */
const UNUSED_MS = 10 * 60_000

/** Relative to the project, where Next wants to have it. */
export const BUILDS = '.next/builds'

/** Folder of the bundled server inside its build's folder (bundle/bundle.ts). */
export const SERVICE = 'service'

/** Argument of build.ts: a start needs the build. */
export const FOR_START = '--for-start'

/** Written last, so a folder that has it is whole. Lists the assets of this build; its mtime is when the build was last used. */
const COMPLETE = 'complete.json'

export interface Build {
  /** Folder, relative to the project. */
  dir: string
  used_at: number
}

/** A folder for a new build of these sources. Unique, so a build that was left running can never write into another. */
export function newBuildFolder(root: string, sources: string): string {
  const dir = `${BUILDS}/${sources.slice(0, 16)}-${randomUUID().slice(0, 8)}`
  mkdirSync(path.join(root, dir), { recursive: true })
  return dir
}

/** Complete builds, the most recently used first. */
export function completeBuilds(root: string): Build[] {
  return folders(root)
    .flatMap((dir) => {
      const stat = statSync(path.join(root, dir, COMPLETE), { throwIfNoEntry: false })
      return stat ? [{ dir, used_at: stat.mtimeMs }] : []
    })
    .sort((a, b) => b.used_at - a.used_at)
}

/** The complete build of these sources, marked as in use. */
export function findBuild(root: string, sources: string): string | undefined {
  const found = completeBuilds(root).find(({ dir }) => path.basename(dir).startsWith(`${sources.slice(0, 16)}-`))
  if (found) markUsed(root, found.dir)
  return found?.dir
}

/**
 * Declares a build complete. It gets the assets of the builds before it: tabs that were opened before a restart still ask for
 * theirs. Links, so they cost no space, and only what those builds made themselves, so they do not add up.
 */
export function completeBuild(root: string, dir: string): void {
  const assets = globSync('static/**/*', { cwd: path.join(root, dir), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, dir), path.join(entry.parentPath, entry.name)))
  for (const earlier of completeBuilds(root)) {
    const theirs: string[] = JSON.parse(readFileSync(path.join(root, earlier.dir, COMPLETE), 'utf8'))
    for (const file of theirs) keepAsset(path.join(root, earlier.dir, file), path.join(root, dir, file))
  }
  // Renamed when complete: a process that dies here leaves no partial file.
  const draft = path.join(root, dir, `${COMPLETE}.draft`)
  writeFileSync(draft, JSON.stringify(assets))
  renameSync(draft, path.join(root, dir, COMPLETE))
}

function keepAsset(from: string, to: string): void {
  // The same content has the same name in both. Files that were removed by hand are missing for open tabs only.
  if (existsSync(to) || !existsSync(from)) return
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    // Not every file system has links.
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
    // Removed by hand, or not writable for this user: no reason to stop serving.
  }
}

/** Removes interrupted builds and builds that nothing uses anymore. For the holder of the build lock. */
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
