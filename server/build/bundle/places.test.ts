import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withSourcePlaces } from '../../lib/source-places.ts'
import { SERVICE } from '../folders.ts'
import { PROJECT } from '../sources.ts'
import { bundleServer } from './bundle.ts'

/** Bundles a project of these files from `server/main.ts`. Returns the bundle's output and errors. */
async function run(files: Record<string, string>) {
  mkdirSync(path.join(PROJECT, '.next'), { recursive: true })
  const root = mkdtempSync(path.join(PROJECT, '.next', 'bundled-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), content)
  }
  const dir = '.next/builds/one'
  await bundleServer(root, dir, { main: 'server/main.ts' })
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, dir, SERVICE, 'main.mjs')], {
    encoding: 'utf8',
  })
  return { stdout, stderr }
}

test('a bundled source finds files and threads where the source finds them', async () => {
  const { stdout, stderr } = await run({
    'package.json': '{ "version": "1.2.3" }',
    'locales/de.json': '"Hallo"',
    'server/main.ts': `import { readFileSync } from 'node:fs'
      import path from 'node:path'
      import { Worker } from 'node:worker_threads'
      import { catalog } from './core/catalogs.ts'
      const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
      if (import.meta.main) throw new Error('this file was not started')
      new Worker(path.join(import.meta.dirname, 'double-thread.ts')).on('message', (answer) => console.log(version, catalog, answer))`,
    'server/double-thread.ts': `import { parentPort } from 'node:worker_threads'
      import { two } from './core/two.ts'
      parentPort?.postMessage(two * 2)`,
    'server/core/two.ts': 'export const two: number = 2',
    'server/core/catalogs.ts': `import { readFileSync } from 'node:fs'
      import path from 'node:path'
      export const catalog = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../locales/de.json'), 'utf8'))`,
  })
  expect(stderr).toBe('')
  expect(stdout).toBe('1.2.3 Hallo 4\n')
})

test('stack traces of the bundle name the lines of the sources', async () => {
  const { stderr } = await run({
    'server/main.ts': `import { fail } from './core/fail.ts'
fail({ how: 'here' })`,
    'server/core/fail.ts': `interface Options {
  how: string
}

// Types are not in the bundle, so its line numbers differ.
export function fail({ how }: Options): never {
  const reason: string = 'It failed ' + how
  throw new Error(
    reason,
  )
}`,
  })
  expect(stderr).toContain('Error: It failed here\n')
  const places = withSourcePlaces(stderr).match(/(?<= )\(?server\/[\w./]+:\d+/g)
  expect(places).toEqual(['(server/core/fail.ts:8', 'server/main.ts:2'])
})

test.each([
  [
    'a source that asks for a module',
    { 'server/main.ts': "console.log(import.meta.resolve('./x.ts'))" },
    /^server\/main\.ts names files/,
  ],
  [
    'a package that asks where it is, unless it was reviewed',
    {
      'server/main.ts': "import { here } from 'asks'\nconsole.log(here)",
      'node_modules/asks/package.json': '{ "name": "asks", "main": "index.js" }',
      'node_modules/asks/index.js': 'exports.here = __dirname',
    },
    /^node_modules\/asks\/index\.js asks where it is/,
  ],
])('%s is refused', async (_, files, message) => {
  const refused = await run(files).catch((error: { errors: Error[] }) =>
    error.errors[0]?.message.replace(/^.*Error: /s, ''),
  )
  expect(refused).toMatch(message)
})

test('texts with characters outside ASCII are the same in the bundle', async () => {
  const { stdout, stderr } = await run({
    'server/main.ts': `const tag = (strings: TemplateStringsArray, ...values: string[]) => String.raw({ raw: strings }, ...values)
const name: string = '“Größe” 😀'
console.log(tag\`„\${name}“ 😀\`, /^[à-ü]+$/u.test('éèü'), new RegExp(String.raw\`^(?:º|à)$\`).test('º'))`,
  })
  expect(stderr).toBe('')
  expect(stdout).toBe('„“Größe” 😀“ 😀 true true\n')
})
