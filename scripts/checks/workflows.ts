// Workflows of GitHub can be parsed, run only what anyone can run here (scripts of package.json), name their permissions and have a time limit.
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

/** First words of commands that no script has, and why. */
const EXCEPTIONS: Record<string, string> = {
  'npm pack': 'the file that a release has; sdk/package.deep.test.ts installs it',
  'docker build': 'the image that a release has; scripts/image.test.ts reads its list of files',
  'docker save': 'the image as a file',
  'git fetch': 'the text of the tag, which a checkout leaves out',
  'gh release create': 'only there is a release published',
}

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
  return commands
    .flatMap((command) => command.split(/\n|&&|\|\||;/))
    .map((command) => command.trim())
    .filter((command) => command && !Object.keys(EXCEPTIONS).some((first) => command.startsWith(`${first} `)))
    .flatMap((command) => {
      const [, name] = /^npm (?:run )?(?!run\b)([\w:-]+)/.exec(command) ?? []
      if (name === undefined)
        return [`${file}: "${command}" is neither a script of package.json nor a listed exception`]
      return scripts.has(name) ? [] : [`${file}: package.json has no script "${name}"`]
    })
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
