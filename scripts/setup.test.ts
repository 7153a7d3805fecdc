import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const SCRIPTS = import.meta.dirname
const client = createHash('sha256').update(readFileSync(path.join(SCRIPTS, 'setup/client/package-lock.json')))

/** Creates a project without packages, and an npm that writes the same files as the real one, or fails. */
function project({ fails = false } = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'setup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['scripts', 'prisma/schema', 'server/db/generated'])
    mkdirSync(path.join(root, folder), { recursive: true })
  cpSync(path.join(SCRIPTS, 'setup.mjs'), path.join(root, 'scripts/setup.mjs'))
  const filter = (file: string) => !file.includes('node_modules')
  cpSync(path.join(SCRIPTS, 'setup'), path.join(root, 'scripts/setup'), { recursive: true, filter })
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  writeFileSync(path.join(root, 'server/db/generated/schema.sha256'), client.copy().digest('hex'))
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
     mkdirSync('node_modules')
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

test("messages during an installation are JSON if there is no terminal, and separate from a command's output", () => {
  const { status, stdout, lines } = project()
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'answer\n' })
  // On a slow machine, progress is reported in between.
  const said = lines.filter(({ msg }) => !msg.includes(' of 1 packages'))
  expect(said.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'Installing 1 package (about a minute, once) ...'],
    [30, 'npm warn: old'],
    [30, 'Installed 1 package: 0 MB.'],
  ])
  expect(lines[0].time).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('a failed install ends the command with a line of JSON on what to do', () => {
  const { status, lines } = project({ fails: true })
  expect(status).toBe(1)
  expect(lines.at(-1)).toMatchObject({ level: 60, msg: expect.stringMatching(/^npm has failed, see above/) })
})
