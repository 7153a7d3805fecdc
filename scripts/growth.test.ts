import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { growth } from './growth.mjs'

let root: string
/** Machines without git run the tests, too. */
const HAS_GIT = spawnSync('git', ['--version']).status === 0
const AUTHOR = ['-c', 'user.name=A', '-c', 'user.email=a@example.com']
const env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull }
const git = (...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd: root, env, stdio: 'pipe' })
const write = (file: string, lines: number) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), `${file}\n`.repeat(lines))
}
const commit = (message: string) => {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}
const temporary = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'envoi-growth-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

beforeEach(() => {
  root = temporary()
  writeFileSync(path.join(root, 'package.json'), '{ "version": "0.1.0" }')
  write('server/a.ts', 1_200)
  write('server/a.test.ts', 30)
  write('sdk/generated/schema.ts', 5_000)
})

test('lines of the product and of tests are compared with the commit of the release until there is a tag', () => {
  expect(growth(root)).toEqual([])
  if (!HAS_GIT) return
  git('init', '--quiet')
  commit('Begin')
  expect(growth(root)[0]).toBe('lines of the product: 1,200, of tests: 30')
  writeFileSync(path.join(root, 'CHANGELOG.md'), '## 0.1.0 - 2026-11-29\n')
  commit('Cut the changelog')
  mkdirSync(path.join(root, 'app'))
  renameSync(path.join(root, 'server/a.ts'), path.join(root, 'app/b.ts'))
  write('e2e/a.spec.ts', 4)
  write('server/a.test.ts', 10)
  commit('Move')
  expect(growth(root)).toEqual([
    'lines of the product: 1,200 (+0 -0), of tests: 14 (+4 -20) since 0.1.0',
    'largest files: app/b.ts 1,200, server/a.test.ts 10, e2e/a.spec.ts 4',
    'largest folders: app 1,200, server 10, e2e 4',
  ])
  git('tag', 'v0.9.0')
  git('tag', 'v0.10.0')
  expect(growth(root)[0]).toBe('lines of the product: 1,200 (+0 -0), of tests: 14 (+0 -0) since 0.10.0')
})

test('a shallow clone shows no change', () => {
  if (!HAS_GIT) return
  git('init', '--quiet')
  writeFileSync(path.join(root, 'CHANGELOG.md'), '## 0.1.0 - 2026-11-29\n')
  commit('Begin')
  write('server/c.ts', 5)
  commit('Add')
  const shallow = path.join(temporary(), 'clone')
  git('clone', '--quiet', '--depth', '1', `file://${root}`, shallow)
  expect(growth(shallow)[0]).toBe('lines of the product: 1,205, of tests: 30')
})
