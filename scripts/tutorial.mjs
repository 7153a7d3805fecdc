// npm run tutorial: applies the steps of docs/tutorial.md in a scratch copy and runs its commands there, exactly as printed.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { at, node, root, setUp } from './setup.mjs'
import { applyEdit, PAGE, stepsOf } from './tutorial-steps.mjs'
import { projectFiles } from './unchanged.mjs'

await setUp()
const scratch = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'envoi-tutorial-')))
const began = Date.now()
try {
  copyProject()
  const steps = stepsOf(readFileSync(path.join(scratch, PAGE), 'utf8'))
  if (!steps.some(({ run }) => run)) throw new Error(`${PAGE} has no commands`)
  for (const step of steps) {
    if (step.run) runCommand(step)
    else applyEdit(scratch, step)
  }
  console.log(`The tutorial works: ${steps.length} steps in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Links packages one by one, because caches below node_modules belong to the copy. */
function copyProject() {
  for (const file of projectFiles(root)) {
    if (file === '.env') continue
    mkdirSync(path.join(scratch, path.dirname(file)), { recursive: true })
    try {
      copyFileSync(at(file), path.join(scratch, file))
    } catch (error) {
      // Another test may have removed its own file.
      if (error.code !== 'ENOENT') throw error
    }
  }
  linkEach(at('node_modules'), path.join(scratch, 'node_modules'))
  symlinkSync(at('sdk/node_modules'), path.join(scratch, 'sdk/node_modules'))
}

function linkEach(from, to) {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue
    if (name.startsWith('@')) linkEach(path.join(from, name), path.join(to, name))
    else symlinkSync(path.join(from, name), path.join(to, name))
  }
}

function runCommand({ run, line }) {
  const started_at = Date.now()
  const { status, stdout, stderr } = spawnSync(run, {
    cwd: scratch,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, FORCE_COLOR: '0' },
  })
  if (status !== 0) throw new Error(`${PAGE}:${line}: "${run}" has failed:\n${stdout}${stderr}`)
  console.log(`${run} (${((Date.now() - started_at) / 1000).toFixed(1)} s)`)
}
