// npm run release -- 0.2.0: gives what is unreleased in the changelog this version and date, commits it and makes a tag.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { UNRELEASED } from './checks/changelog.ts'
import { cleanCommit, problemOfRun } from './durations.mjs'

const HEAD = `${UNRELEASED}\n`

export interface Release {
  version: string
  /** As YYYY-MM-DD. */
  date: string
  /** No version has a tag, so the changelog may have the part of this one already. */
  is_first?: boolean
}

/**
 * Returns the changelog with the release, and its part as notes. Throws if nothing is unreleased or the version is there
 * already; of the first version, if its part is there and something is unreleased beside it.
 */
export function cutChangelog(
  changelog: string,
  { version, date, is_first = false }: Release,
): { changelog: string; notes: string } {
  const unreleased = partOf(changelog, HEAD)
  if (unreleased === undefined) throw new Error(`CHANGELOG.md has no part "${UNRELEASED}".`)
  const cut = partOf(changelog, `## ${version} - `)
  if (cut !== undefined && is_first) {
    if (unreleased.trim() !== '')
      throw new Error(`Move what is unreleased into the part for ${version}, which has no tag yet.`)
    // The heading ends with the date.
    return { changelog, notes: cut.slice(cut.indexOf('\n')).trim() }
  }
  if (cut !== undefined) throw new Error(`CHANGELOG.md has a part for ${version} already.`)
  const notes = unreleased.trim()
  if (!notes.includes('\n- ')) throw new Error('Nothing is unreleased: CHANGELOG.md has no line for it.')
  const part = `${HEAD}\n## ${version} - ${date}\n\n${notes}\n`
  return { changelog: changelog.replace(HEAD + unreleased, () => part), notes }
}

/** Returns what is between a heading of a part and the next one, or undefined without such a part. */
function partOf(changelog: string, heading: string): string | undefined {
  const begin = changelog.indexOf(`\n${heading}`)
  if (begin === -1) return undefined
  const from = begin + 1 + heading.length
  const end = changelog.indexOf('\n## ', from)
  return changelog.slice(from, end === -1 ? undefined : end)
}

/** Returns true if the first version comes after the other one. Throws if it is no version such as 1.2.3. */
export function isAfter(version: string, other: string): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  if (!parts) throw new Error(`"${version}" is no version such as 1.2.3.`)
  const others = other.split('.').map(Number)
  const at = parts.findIndex((part, index) => part !== others[index])
  return at !== -1 && (parts[at] ?? 0) > (others[at] ?? 0)
}

function release(version: string): void {
  const root = path.resolve(import.meta.dirname, '..')
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const file = path.join(root, 'CHANGELOG.md')
  const { version: current } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const is_first = run('git', 'tag', '--list', 'v*') === ''
  if (!isAfter(version, current) && !(is_first && version === current))
    throw new Error(`${version} does not come after ${current}.`)
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit or discard your changes first.')
  const problem: string | undefined = problemOfRun(root, cleanCommit(root))
  if (problem) throw new Error(problem)
  const date = new Date().toISOString().slice(0, 10)
  const before = readFileSync(file, 'utf8')
  const { changelog, notes } = cutChangelog(before, { version, date, is_first })
  writeFileSync(file, changelog)
  if (version !== current)
    run('npm', 'version', version, '--no-git-tag-version', '--workspaces', '--include-workspace-root')
  if (changelog !== before || version !== current) run('git', 'commit', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--cleanup=whitespace', '--message', `${version}\n\n${notes}`)
  console.log(`Released ${version} here. To publish it: git push --follow-tags`)
}

if (import.meta.main) {
  try {
    release(process.argv[2] ?? '')
  } catch (error) {
    console.error(`release: ${(error as Error).message} Example: npm run release -- 0.2.0`)
    process.exit(1)
  }
}
