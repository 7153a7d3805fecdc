// Refuses regular expressions whose matching time grows faster than the text: one long text would block the process (ReDoS).
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { inEachFile } from './each-file.ts'
import { type Regex, readRegexes } from './regex-sources.ts'
import { root, sourceFiles } from './source-files.ts'

/** Results of the analyzer: "safe", or the reason. */
export type Results = Record<string, string>

/** Returns whether a file runs in the product, including files in the root folder such as proxy.ts. */
export const isChecked = (file: string): boolean => /^(?:(?:server|app|components|sdk)\/|[^/]+$)/.test(file)
/** Analyzing all patterns takes minutes, so safe ones are listed in the repository. */
const LIST = path.join(root, 'scripts/checks/regexes.json')
/**
 * Number of listed patterns that are analyzed again, so an entry added by hand is noticed. The choice depends on the list, so each change to it
 * selects other patterns, and the same sources give the same result.
 */
const SAMPLE = 5
/**
 * Limits count steps, not time, so a busy machine does not change a result. Only a pattern that is far too large for analysis reaches the
 * timeout.
 */
const LIMITS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

/** Returns one line for each regular expression that is not known to be safe. */
export function findings(regexes: Regex[], results: Results): string[] {
  return regexes.flatMap(({ file, line, pattern, flags }) => {
    if (pattern === undefined) {
      return [`${file}:${line}: this pattern is built at run time and cannot be analyzed; use a literal or constants`]
    }
    const result = results[keyOf({ pattern, flags })] ?? 'not analyzed'
    return result === 'safe' ? [] : [`${file}:${line}: /${pattern}/${flags} ${result}`]
  })
}

/** Analyzes expressions that are not in `known_results`, and returns results for all `regexes`. */
export async function analyze(regexes: Regex[], known_results: Results = {}): Promise<Results> {
  const distinct = new Map(
    regexes.flatMap(({ pattern, flags }) =>
      pattern === undefined ? [] : [[keyOf({ pattern, flags }), { pattern, flags }] as const],
    ),
  )
  const results: Results = {}
  // One by one, because the analyzer starts a process for each unanswered call.
  for (const [key, { pattern, flags }] of distinct)
    results[key] = known_results[key] ?? (await resultOf(pattern, flags))
  return results
}

async function resultOf(pattern: string, flags: string): Promise<string> {
  const found = await check(pattern, flags, LIMITS)
  if (found.status === 'safe') return 'safe'
  if (found.status === 'unknown') return `could not be analyzed (${found.error.kind}): make it simpler`
  return `takes ${found.complexity.summary} time, for example on ${found.attack.pattern}`
}

const keyOf = ({ pattern, flags }: { pattern: string; flags: string }) => `/${pattern}/${flags}`

/** Patterns that the same version of the analyzer found safe. */
function readList(analyser: string): Results {
  const list: { analyser: string; safe: string[] } = JSON.parse(readFileSync(LIST, 'utf8'))
  return list.analyser === analyser ? Object.fromEntries(list.safe.map((key) => [key, 'safe'])) : {}
}

function writeList(analyser: string, results: Results): void {
  const safe = Object.keys(results).filter((key) => results[key] === 'safe')
  writeFileSync(LIST, `${JSON.stringify({ analyser, safe: safe.sort() }, null, 2)}\n`)
}

export function withoutSample(known: Results): Results {
  const entries = Object.entries(known)
  const start = createHash('sha256').update(JSON.stringify(entries)).digest().readUInt32BE() % entries.length
  return Object.fromEntries(entries.filter((_, n) => (n - start + entries.length) % entries.length >= SAMPLE))
}

if (import.meta.main) {
  const regexes = inEachFile('regexes', sourceFiles(['ts', 'tsx', 'mjs']).filter(isChecked), readRegexes).flat()
  const manifest = readFileSync(path.join(root, 'node_modules/recheck/package.json'), 'utf8')
  const analyser: string = JSON.parse(manifest).version
  const known = process.argv.includes('--all') ? {} : withoutSample(readList(analyser))
  const results = await analyze(regexes, known)
  writeList(analyser, results)
  const lines = findings(regexes, results)
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
