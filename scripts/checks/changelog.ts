// Each unreleased change has one line, under its area, so a release can be read in a minute.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

export const UNRELEASED = '## Unreleased'

const AREAS = [
  'Writing and sending',
  'Subscribers',
  'Imports and exports',
  'Forms and landing pages',
  'Sequences',
  'Automations',
  'Posts and the site',
  'Analytics',
  'API, webhooks and apps',
  'Delivery and bounces',
  'Team and security',
  'Administration',
  'Running it',
]

const MAX_LINE_LENGTH = 150

/** Returns one line for each mistake in the unreleased part. */
export function inspectChangelog(changelog: string): string[] {
  const lines = changelog.split('\n')
  const begin = lines.indexOf(UNRELEASED)
  if (begin === -1) return [`CHANGELOG.md: the part "${UNRELEASED}" is missing`]
  const areas = new Set<string>()
  const problems: string[] = []
  for (const [index, line] of lines.entries()) {
    if (index <= begin || line === '') continue
    if (line.startsWith('## ')) break
    const problem = line.startsWith('- ') ? problemOfEntry(line, areas.size > 0) : problemOfOther(line, areas)
    if (problem) problems.push(`CHANGELOG.md:${index + 1}: ${problem}`)
    if (line.startsWith('### ')) areas.add(line)
  }
  return problems
}

function problemOfEntry(line: string, hasArea: boolean): string | undefined {
  const length = [...line].length
  if (length > MAX_LINE_LENGTH)
    return `${length} characters, at most ${MAX_LINE_LENGTH}: say what changes for a user, and no more`
  return hasArea ? undefined : `put the entry under its area: ${AREAS.join('; ')}`
}

function problemOfOther(line: string, areas: ReadonlySet<string>): string | undefined {
  if (!line.startsWith('### ')) return 'an entry is one line that begins with "- "'
  if (!AREAS.includes(line.slice(4))) return `"${line}" is no area; choose one: ${AREAS.join('; ')}`
  return areas.has(line) ? `"${line}" is there already, add the entry to it` : undefined
}

if (import.meta.main) {
  const lines = inspectChangelog(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
