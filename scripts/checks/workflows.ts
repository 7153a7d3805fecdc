// Workflows of GitHub can be parsed, call scripts of package.json that exist, name their permissions and have a time limit.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { root } from './source-files.ts'

const Workflow = z.looseObject({
  name: z.string(),
  on: z.unknown(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  jobs: z.record(
    z.string(),
    z.looseObject({
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      steps: z.array(z.looseObject({ uses: z.string().optional(), run: z.string().optional() })).min(1),
    }),
  ),
})

/** Returns one line for each mistake in a file. */
export function inspectWorkflow(
  { file, text }: { file: string; text: string },
  scripts: ReadonlySet<string>,
): string[] {
  const document = parseDocument(text)
  if (document.errors.length > 0) return document.errors.map(({ message }) => `${file}: ${message.split('\n', 1)[0]}`)
  if (!file.includes('/workflows/')) return []
  const { data, error } = Workflow.safeParse(document.toJS())
  if (error) return error.issues.map(({ path: at, message }) => `${file}: ${at.join('.')}: ${message}`)
  const commands = Object.values(data.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  const called = commands.flatMap((command) => [...command.matchAll(/\bnpm (?:run )?(?!run\b)([\w:-]+)/g)])
  return called.flatMap(([, name = '']) =>
    scripts.has(name) || name === 'pack' ? [] : [`${file}: package.json has no script "${name}"`],
  )
}

if (import.meta.main) {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }
  const names = new Set(Object.keys(scripts))
  const found = globSync('.github/**/*.yml', { cwd: root }).flatMap((file) =>
    inspectWorkflow({ file, text: readFileSync(path.join(root, file), 'utf8') }, names),
  )
  for (const line of found) console.log(line)
  process.exitCode = found.length > 0 ? 1 : 0
}
