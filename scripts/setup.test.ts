import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A project without packages, and an npm that writes what the real one would, or fails. */
function project({ fails = false } = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'setup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['scripts', 'prisma/schema', 'server/db/generated'])
    mkdirSync(path.join(root, folder), { recursive: true })
  cpSync(path.join(import.meta.dirname, 'setup.mjs'), path.join(root, 'scripts/setup.mjs'))
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  writeFileSync(path.join(root, 'server/db/generated/schema.sha256'), sha256('{}'))
  writeFileSync(
    path.join(root, 'scripts/run.mjs'),
    "await (await import('./setup.mjs')).setUp()\nconsole.log('answer')\n",
  )
  writeFileSync(
    path.join(root, 'npm.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
     console.log('added 1 package')
     console.error('npm warn: old')
     if (${fails}) process.exit(1)
     for (const folder of ['node/bin', 'prisma']) mkdirSync('node_modules/' + folder, { recursive: true })
     writeFileSync('node_modules/node/bin/node', '')
     writeFileSync('node_modules/prisma/package.json', '{}')
     writeFileSync('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')`,
  )
  const env = { ...process.env, npm_execpath: path.join(root, 'npm.mjs') }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return {
    status,
    stdout,
    lines: stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

test('what is said while packages are installed is JSON off a terminal, and apart from the answer of a command', () => {
  const { status, stdout, lines } = project()
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'answer\n' })
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'Installing packages (about a minute, once) ...'],
    [30, 'added 1 package'],
    [30, 'npm warn: old'],
  ])
  expect(lines[0].time).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('an install that fails ends the command with a line of JSON that says what to do', () => {
  const { status, lines } = project({ fails: true })
  expect(status).toBe(1)
  expect(lines.at(-1)).toMatchObject({ level: 60, msg: expect.stringMatching(/^npm ci has failed/) })
})
