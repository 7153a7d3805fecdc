// Records the last `npm test`, with the duration of each file, and the last `npm run test:deep`, for `npm run release`. `npm test` itself fails
// no slow file, because a slow machine must not fail it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MAX_S = 20
/** Journeys wait for pages in a browser, while all other tests run. */
const MAX_JOURNEYS_S = 240
const KEPT = 'node_modules/.cache/runs.json'
const USUAL = 'npm test'
const DEEP = 'npm run test:deep'

/** Files, or folders whose files, may take longer. */
export const MAY_TAKE_LONGER = [
  { where: 'server/build/bundle/bundle.test.ts', why: 'waits for the build, which runs at the same time' },
  { where: 'server/build/build.test.ts', why: 'builds a small app with Next, again after a kill' },
  {
    where: 'server/modules/backups/backups.test.ts',
    why: 'restores backups into databases of their own, with all migrations',
  },
  {
    where: 'server/jobs/engine/queue/deaths.test.ts',
    why: 'a process dies ten times, and each death is noticed before the run continues',
  },
]

/** Returns the commit of the work tree, or undefined without git, or with uncommitted changes. */
export function cleanCommit(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

/** Records the counts of a run's steps for this commit. A deep run has its own sizes and does not replace an ordinary one. */
export function keepRun(root, commit, counts, { is_deep = false } = {}) {
  const files = Object.fromEntries(counts.flatMap((count) => count.files ?? []))
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  const file = path.join(root, KEPT)
  mkdirSync(path.dirname(file), { recursive: true })
  const kept = { ...runsIn(root), [is_deep ? DEEP : USUAL]: { commit, failed, files } }
  writeFileSync(file, JSON.stringify(kept))
}

/** Returns the reason why the last runs of `npm test` and `npm run test:deep` do not permit a release of this commit, or undefined. */
export function problemOfRun(root, commit, mayTakeLonger = MAY_TAKE_LONGER) {
  const runs = runsIn(root)
  for (const command of [USUAL, DEEP]) {
    const run = runs[command]
    if (!commit || run?.commit !== commit) return `Run \`${command}\` on this commit first.`
    if (run.failed > 0) return `\`${command}\` failed on this commit.`
  }
  const slow = Object.entries(runs[USUAL].files).filter(
    ([file, ms]) => ms > maxSeconds(file) * 1_000 && !mayTakeLonger.some(({ where }) => file.startsWith(where)),
  )
  if (slow.length === 0) return undefined
  const named = slow.sort(([, a], [, b]) => b - a).map(([file, ms]) => `${file} ${Math.round(ms / 1_000)} s`)
  return `Files of tests took longer than ${MAX_S} s, or journeys than ${MAX_JOURNEYS_S} s: ${named.join(', ')}. Make them faster, leave a part to test:deep, or list them with the reason in scripts/durations.mjs.`
}

const maxSeconds = (file) => (file.startsWith('e2e/') ? MAX_JOURNEYS_S : MAX_S)

function runsIn(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, KEPT), 'utf8'))
  } catch {
    return {}
  }
}
