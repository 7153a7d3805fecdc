import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './source-files.ts'

/** Runs knip with the settings of this project on a small one: a helper used by its test, and `uses` in the product. */
function findUnused(uses: string) {
  const project = mkdtempSync(path.join(os.tmpdir(), 'envoi-knip-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  mkdirSync(path.join(project, 'server/lib'), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(path.join(project, file), text)
  cpSync(path.join(root, 'knip.json'), path.join(project, 'knip.json'))
  // Knip recognizes test files only if the package uses a test runner.
  write('package.json', '{ "name": "small", "type": "module", "devDependencies": { "vitest": "*" } }')
  write('tsconfig.json', '{}')
  write('server/lib/text.ts', 'export const trim = (text: string) => text.trim()\nexport const upper = () => 1\n')
  write('server/lib/text.test.ts', "import { trim, upper } from './text.ts'\ntrim(String(upper()))\n")
  write('server/main.ts', uses)
  const knip = path.join(root, 'node_modules/knip/bin/knip.js')
  const args = [knip, '--production', '--no-progress', '--no-config-hints', '--directory', project]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test('an export that only a test uses is found', () => {
  const { status, stdout } = findUnused("import { trim } from './lib/text.ts'\ntrim('x')\n")
  expect(stdout).toMatch(/upper +server\/lib\/text\.ts/)
  expect(stdout).not.toContain('trim')
  expect(status).toBe(1)
})

test('a file that only a test uses is found', () => {
  const { status, stdout } = findUnused('')
  expect(stdout).toContain('server/lib/text.ts')
  expect(status).toBe(1)
})

test('code that the product uses is not found', () => {
  const { status, stdout } = findUnused("import { trim, upper } from './lib/text.ts'\ntrim(String(upper()))\n")
  expect([status, stdout.trim()]).toEqual([0, ''])
})
