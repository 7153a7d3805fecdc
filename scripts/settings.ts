// npm run settings: writes .env.example and the table of docs/settings.md from the schema of server/env.ts; --check only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { Settings } from '../server/env.ts'

interface Setting {
  name: string
  /** Effective value if it is empty. */
  fallback: string
  description: string
}

const root = path.join(import.meta.dirname, '..')
export const PAGE = 'docs/settings.md'
const START = '<!-- settings -->'
const END = '<!-- /settings -->'

export const settings: Setting[] = Object.entries(Settings.shape).map(([name, schema]) => {
  const { description = '', fallback } = (schema.meta() ?? {}) as { description?: string; fallback?: string }
  return { name, description, fallback: fallback ?? String(defaultOf(schema) ?? '') }
})

/** Returns the file to copy to .env, with every setting commented out. */
export const envExample = (): string =>
  `${[
    '# Settings of Envoi. Copy this file to .env, or set them in the environment. All are optional.\n# A secret can be in a file: SECRET_KEY_FILE=/run/secrets/key in place of SECRET_KEY, and so for each secret.',
    ...settings.map(
      ({ name, description, fallback }) => `# ${description}\n#${name}=${fallback.includes(' ') ? '' : fallback}`,
    ),
  ].join('\n\n')}\n`

export const settingsTable = (): string =>
  [
    '| Setting | When empty | What it does |',
    '|---|---|---|',
    ...settings.map(
      ({ name, fallback, description }) => `| \`${name}\` | ${fallback} | ${description.replaceAll('|', '\\|')} |`,
    ),
  ].join('\n')

/** Returns the text with the table between its two marks replaced; undefined without the marks. */
export function withTable(text: string, table: string): string | undefined {
  const [start, end] = [text.indexOf(START), text.indexOf(END)]
  if (start < 0 || end < start) return undefined
  return `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`
}

function defaultOf(schema: z.ZodType): unknown {
  const parsed = schema.safeParse(undefined)
  return parsed.success ? parsed.data : undefined
}

if (import.meta.main) {
  const read = (name: string) => (existsSync(path.join(root, name)) ? readFileSync(path.join(root, name), 'utf8') : '')
  const wanted = { '.env.example': envExample(), [PAGE]: withTable(read(PAGE), settingsTable()) }
  for (const [name, text] of Object.entries(wanted)) {
    if (text === undefined) {
      console.error(`${name} has no place for the table of settings: ${START} ... ${END}`)
      process.exitCode = 1
    } else if (process.argv.includes('--check')) {
      if (text === read(name)) continue
      console.error(`${name} does not list the settings of server/env.ts: npm run settings`)
      process.exitCode = 1
    } else {
      writeFileSync(path.join(root, name), text)
    }
  }
}
