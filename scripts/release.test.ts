import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepRun } from './durations.mjs'
import { cutChangelog, isAfter, refuseBreaking, release } from './release.ts'

const BEFORE = `# Changelog

## Unreleased

### Sequences
- A thing.

## 0.1.0 - 2026-11-01

### Automations
- Everything.
`

test('unreleased changes get the version and the date, and become the text of the tag', () => {
  const { changelog, notes } = cutChangelog(BEFORE, { version: '0.2.0', date: '2026-12-01' })
  expect(notes).toBe('### Sequences\n- A thing.')
  expect(changelog).toBe(BEFORE.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 - 2026-12-01\n'))
  expect(() => cutChangelog(changelog, { version: '0.3.0', date: '2026-12-02' })).toThrow('Nothing is unreleased')
  expect(() => cutChangelog(BEFORE, { version: '0.1.0', date: '2026-12-02' })).toThrow('a part for 0.1.0 already')
})

test('versions are compared by number', () => {
  expect(['0.2.0', '0.1.10', '1.0.0'].every((version) => isAfter(version, '0.1.9'))).toBe(true)
  expect(['0.1.9', '0.1.8', '0.0.10'].some((version) => isAfter(version, '0.1.9'))).toBe(false)
  expect(() => isAfter('v2', '0.1.9')).toThrow('"v2" is not a version such as 1.2.3.')
})

test('a change that breaks programs needs a version that says so', () => {
  const refused = (version: string, current: string) => () =>
    refuseBreaking(version, current, ["Property 'tags' is missing"])
  expect(refused('0.1.1', '0.1.0')).toThrow(
    'The API of 0.1.1 breaks programs written for 0.1.0, so it needs a new minor version',
  )
  expect(refused('1.3.0', '1.2.9')).toThrow('a new major version')
  expect(refused('0.2.0', '0.1.0')).not.toThrow()
  expect(refused('2.0.0', '1.2.9')).not.toThrow()
  expect(() => refuseBreaking('0.1.1', '0.1.0', [])).not.toThrow()
})

test('a release is a commit with the new version everywhere, and a tag with the part of the changelog', () => {
  // Machines without git run the tests, too.
  if (spawnSync('git', ['--version']).status !== 0) return
  const root = mkdtempSync(path.join(os.tmpdir(), 'envoi-release-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const write = (file: string, content: string) => writeFileSync(path.join(root, file), content)
  mkdirSync(path.join(root, 'sdk'))
  write('package.json', JSON.stringify({ name: 'project', version: '0.1.0', workspaces: ['sdk'] }))
  write('sdk/package.json', JSON.stringify({ name: 'sdk', version: '0.1.0' }))
  write('.gitignore', 'node_modules/\npackage-lock.json\n')
  write('CHANGELOG.md', BEFORE)
  git('init', '--quiet')
  for (const setting of ['user.name=A', 'user.email=a@example.com', 'commit.gpgsign=false', 'tag.gpgsign=false'])
    git('config', ...setting.split('='))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  const green = (is_deep: boolean) => keepRun(root, git('rev-parse', 'HEAD'), [{ failed: 0 }], { is_deep })

  green(false)
  expect(() => release(root, '0.2.0')).toThrow('Run `npm run test:deep` on this commit first.')
  green(true)
  expect(() => release(root, '0.1.0')).toThrow('0.1.0 does not come after 0.1.0.')
  write('sdk/new.ts', '')
  expect(() => release(root, '0.2.0')).toThrow('Commit or discard your changes first.')
  rmSync(path.join(root, 'sdk/new.ts'))
  expect(git('tag')).toBe('')

  release(root, '0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '--format=%s')).toBe('Release 0.2.0\nBegin')
  expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag')
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  // Lines that begin with "#" stay in the text.
  expect(git('tag', '--list', '--format=%(contents)')).toBe('0.2.0\n\n### Sequences\n- A thing.')
  expect(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/^## 0\.2\.0 - \d{4}-\d\d-\d\d$/m)
  for (const folder of ['', 'sdk'])
    expect(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))).toMatchObject({
      version: '0.2.0',
    })
  expect(() => release(root, '0.3.0')).toThrow('Run `npm test` on this commit first.')
})
