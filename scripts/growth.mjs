// Counts the lines of the product and of its tests, and their change since the last release, so growth is noticed early.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const CODE = /\.(?:tsx?|mjs|css|prisma)$/
/** Generated files, and applied migrations, which cannot be shortened. */
const FIXED = /(?:^|\/)generated\/|^prisma\/migrations\//
const TESTS = /\.test\.tsx?$|(?:^|\/)(?:testing|conformance|automations\/model)\/|^(?:e2e|bench|scripts\/checks)\//

/** Returns lines to print; none without git, or outside of a repository. */
export function growth(root) {
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const git = (...args) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' })
    const now = changesSince(git, git('hash-object', '-t', 'tree', '--stdin').trim())
    if (now.length === 0) return []
    const release = lastRelease(git, version)
    const since = release && changesSince(git, release.commit)
    const told = (isTest) => {
      const [{ added: lines }, change] = [sum(now, isTest), since && sum(since, isTest)]
      return `${number(lines)}${change ? ` (+${number(change.added)} -${number(change.removed)})` : ''}`
    }
    return [
      `lines of the product: ${told(false)}, of tests: ${told(true)}${release ? ` since ${release.name}` : ''}`,
      `largest files: ${largest(now, ({ file }) => file)}`,
      `largest folders: ${largest(now, ({ file }) => path.posix.dirname(file))}`,
    ]
  } catch {
    return []
  }
}

/** Returns the newest tag, or the commit that gave the version its part of the changelog. A shallow clone without tags has neither. */
function lastRelease(git, version) {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  if (tag) return { name: tag.slice(1), commit: tag }
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return undefined
  const commit = git('log', '--max-count=1', '--format=%H', `-S## ${version} - `, '--', 'CHANGELOG.md').trim()
  return commit ? { name: version, commit } : undefined
}

/** Counts added and removed lines of code compared with a commit. */
function changesSince(git, commit) {
  const fields = git('diff', '--numstat', '-z', '--find-renames', '--no-ext-diff', '--relative', commit).split('\0')
  const changes = []
  for (let at = 0; at < fields.length - 1; at++) {
    const [added, removed, name] = fields[at].split('\t')
    // For a moved file, the two following fields have its old and new name.
    if (!name) at += 2
    const file = name || fields[at]
    if (CODE.test(file) && !FIXED.test(file)) changes.push({ file, added: Number(added), removed: Number(removed) })
  }
  return changes
}

function sum(changes, isTest) {
  const of = changes.filter(({ file }) => TESTS.test(file) === isTest)
  const total = (name) => of.reduce((all, change) => all + change[name], 0)
  return { added: total('added'), removed: total('removed') }
}

function largest(changes, keyOf) {
  const lines = new Map()
  for (const change of changes) lines.set(keyOf(change), (lines.get(keyOf(change)) ?? 0) + change.added)
  const first = [...lines].sort(([, a], [, b]) => b - a).slice(0, 5)
  return first.map(([key, count]) => `${key} ${number(count)}`).join(', ')
}

const number = (value) => value.toLocaleString('en')
