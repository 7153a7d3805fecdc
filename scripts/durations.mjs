// Keeps how long each file of the last `npm test` took, for `npm run release`. `npm test` refuses none: a slow machine must not fail it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MAX_S = 20
const KEPT = 'node_modules/.cache/durations.json'

/** Files, or all files of a folder, that may take longer. */
const MAY_TAKE_LONGER = [
  { where: 'e2e/', why: 'journeys wait for pages that a browser draws, with all other tests beside them' },
  { where: 'server/build/build.test.ts', why: 'builds a small app with Next, again after a kill' },
  {
    where: 'server/modules/backups/backups.test.ts',
    why: 'restores backups into databases of their own, with all migrations',
  },
  {
    where: 'server/pooler.test.ts',
    why: 'migrates a database through a pooler, and starts web processes, workers and commands',
  },
]

/** Returns the commit whose files the work tree has, or undefined: without git, and with changes that are in no commit. */
export function cleanCommit(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

/** Keeps what the steps of a run of this commit counted. */
export function keepRun(root, commit, counts) {
  const files = Object.fromEntries(counts.flatMap((count) => count.files ?? []))
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  const file = path.join(root, KEPT)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ commit, failed, files }))
}

/** Returns why the last run of `npm test` lets no one release this commit, or undefined if it does. */
export function problemOfRun(root, commit, mayTakeLonger = MAY_TAKE_LONGER) {
  const run = lastRun(root)
  if (!commit || run?.commit !== commit) return 'Run `npm test` on this commit first.'
  if (run.failed > 0) return '`npm test` failed on this commit.'
  const slow = Object.entries(run.files).filter(
    ([file, ms]) => ms > MAX_S * 1_000 && !mayTakeLonger.some(({ where }) => file.startsWith(where)),
  )
  if (slow.length === 0) return undefined
  const named = slow.sort(([, a], [, b]) => b - a).map(([file, ms]) => `${file} ${Math.round(ms / 1_000)} s`)
  return `Files of tests took longer than ${MAX_S} s: ${named.join(', ')}. Make them faster, leave a part to test:deep, or list them with the reason in scripts/durations.mjs.`
}

function lastRun(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, KEPT), 'utf8'))
  } catch {
    return undefined
  }
}
