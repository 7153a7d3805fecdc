// npm run release -- 0.2.0: gives the unreleased changes in the changelog this version and date, commits them and creates a tag.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { breakingChanges } from '../sdk/breaking.ts'
import { UNRELEASED } from './checks/changelog.ts'
import { cleanCommit, problemOfRun } from './durations.mjs'

const HEAD = `${UNRELEASED}\n`

/**
 * Returns the changelog with the release of a date (YYYY-MM-DD), and its part as notes. Throws if nothing is unreleased or the version already
 * exists.
 */
export function cutChangelog(
  changelog: string,
  { version, date }: { version: string; date: string },
): { changelog: string; notes: string } {
  const unreleased = partOf(changelog, HEAD)
  if (unreleased === undefined) throw new Error(`CHANGELOG.md has no part "${UNRELEASED}".`)
  if (changelog.includes(`\n## ${version} - `)) throw new Error(`CHANGELOG.md has a part for ${version} already.`)
  const notes = unreleased.trim()
  if (!notes.includes('\n- ')) throw new Error('Nothing is unreleased: CHANGELOG.md has no line for it.')
  const part = `${HEAD}\n## ${version} - ${date}\n\n${notes}\n`
  return { changelog: changelog.replace(HEAD + unreleased, () => part), notes }
}

/** Returns the text between the heading of a part and the next one, or undefined without such a part. */
function partOf(changelog: string, heading: string): string | undefined {
  const begin = changelog.indexOf(`\n${heading}`)
  if (begin === -1) return undefined
  const from = begin + 1 + heading.length
  const end = changelog.indexOf('\n## ', from)
  return changelog.slice(from, end === -1 ? undefined : end)
}

/** Returns whether the first version is later than the other one. Throws if it is not a version such as 1.2.3. */
export function isAfter(version: string, other: string): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  if (!parts) throw new Error(`"${version}" is not a version such as 1.2.3.`)
  const others = other.split('.').map(Number)
  const at = parts.findIndex((part, index) => part !== others[index])
  return at !== -1 && (parts[at] ?? 0) > (others[at] ?? 0)
}

/** Throws if programs break that were written for the current version, and the new version does not say so. Before 1.0.0 a new minor one does. */
export function refuseBreaking(version: string, current: string, breaks: readonly string[]): void {
  const part = current.startsWith('0.') ? 1 : 0
  const says =
    version
      .split('.')
      .slice(0, part + 1)
      .join() !==
    current
      .split('.')
      .slice(0, part + 1)
      .join()
  if (breaks.length === 0 || says) return
  const list = breaks.slice(0, 5).join('\n')
  throw new Error(
    `The API of ${version} breaks programs written for ${current}, so it needs a new ${part ? 'minor' : 'major'} version:\n${list}\n`,
  )
}

/** Releases the changelog of a project, commits it and creates a tag. Throws unless all tests passed on the checked-out commit. */
export function release(root: string, version: string): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const file = path.join(root, 'CHANGELOG.md')
  const { version: current } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  if (!isAfter(version, current)) throw new Error(`${version} does not come after ${current}.`)
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit or discard your changes first.')
  const problem: string | undefined = problemOfRun(root, cleanCommit(root))
  if (problem) throw new Error(problem)
  const types = 'sdk/generated/types.ts'
  if (run('git', 'tag', '--list', `v${current}`)) {
    const released = run('git', 'show', `v${current}:${types}`)
    refuseBreaking(version, current, breakingChanges(released, readFileSync(path.join(root, types), 'utf8')))
  }
  const date = new Date().toISOString().slice(0, 10)
  const { changelog, notes } = cutChangelog(readFileSync(file, 'utf8'), { version, date })
  writeFileSync(file, changelog)
  run(
    'npm',
    'version',
    version,
    '--no-git-tag-version',
    '--workspaces',
    '--include-workspace-root',
    '--no-workspaces-update',
  )
  run('git', 'commit', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--cleanup=whitespace', '--message', `${version}\n\n${notes}`)
}

if (import.meta.main) {
  try {
    const [, , version = ''] = process.argv
    release(path.resolve(import.meta.dirname, '..'), version)
    console.log(`Released ${version} here. To publish it: git push --follow-tags`)
  } catch (error) {
    console.error(`release: ${(error as Error).message} Example: npm run release -- 0.2.0`)
    process.exit(1)
  }
}
