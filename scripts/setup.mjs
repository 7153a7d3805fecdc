// Every command runs this first, on any version of Node and with nothing installed: packages, Node, database client, hooks.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { announce } from './setup/announce.mjs'
import { clientMatchesSchema, generateClient } from './setup/client.mjs'
import { checkOldestNode, installNode, node, nodeIsThere } from './setup/node.mjs'
import { InstallFailure } from './setup/npm.mjs'
import { hasDevPackages, installPackages, packagesMatchLock } from './setup/packages.mjs'

export { node }

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => path.join(root, ...parts)

/** Is there in an image, which has only what its processes need (image.mjs). */
export const IMAGE = at('node_modules/.image')

export const in_production = process.env.NODE_ENV === 'production'

/** Without `needs_dev`, packages for development may be missing: the pages are built and Envoi runs without. */
export async function setUp({ needs_dev = true } = {}) {
  if (existsSync(IMAGE)) return
  try {
    checkOldestNode()
    if (packagesMatchLock(root, { needs_dev }) && nodeIsThere() && clientMatchesSchema()) return
    const lock = await acquireFileLock()
    try {
      await installMissing(needs_dev)
    } finally {
      lock.end()
    }
  } catch (error) {
    if (!(error instanceof InstallFailure)) throw error
    fail(error.message)
  }
}

async function installMissing(needs_dev) {
  if (!packagesMatchLock(root, { needs_dev })) await installPackages(root, { needs_dev })
  if (!nodeIsThere()) await installNode()
  if (!clientMatchesSchema()) await generateClient({ keeps_generator: hasDevPackages(root) })
  installHooks()
}

/** Prints what a command does if that is asked for, and ends it. */
export function offerHelp(help) {
  if (!process.argv.some((arg) => arg === '--help' || arg === '-h')) return
  console.log(help)
  process.exit()
}

export const runEnv = {
  NEXT_TELEMETRY_DISABLED: '1',
  // Compiled code is kept between starts: it halves what a start computes.
  NODE_COMPILE_CACHE: at('node_modules/.cache/node'),
  // A build starts `node`, and without npm that would be the machine's own.
  PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
}

/**
 * By default Node lets the nursery grow with the machine, to a hundred megabytes, and the rest of the heap to four times what is
 * in use. An import of a million subscribers took 230 MB more that way and takes 70 with these; a list costs the same to answer.
 */
export const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=100']

/**
 * The C library of Linux keeps memory for each thread that once asked for some, and large blocks for good after the first one was freed.
 * After a dozen images that was 90 MB; with these limits it goes back to the system.
 */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Runs a file of the project on the project's Node and ends as it ends. */
export function run(file, args = [], { flags = [], env = {} } = {}) {
  const child = spawn(node, [...HEAP, ...flags, file, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MALLOC, ...process.env, ...runEnv, ...env },
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0)))
  // The terminal sends Ctrl-C to the child as well; other signals are passed on. When this process is killed with -9 the
  // channel to it closes and the child stops; when npm is, this process has lost its parent and stops the child.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 1_000)
  }
}

export function fail(line) {
  announce(line, 'fatal')
  process.exit(1)
}

function installHooks() {
  if (!existsSync(at('.git'))) return
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (git('config', '--get', 'core.hooksPath').stdout === '') git('config', 'core.hooksPath', '.githooks')
}

/** Two commands that are started together on a new clone set it up once. */
async function acquireFileLock() {
  const file = path.join(os.tmpdir(), `envoi-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  const draft = `${file}.${process.pid}`
  for (;;) {
    writeFileSync(draft, String(process.pid))
    try {
      linkSync(draft, file)
      return { passTo: (pid) => writeFileSync(file, String(pid)), end: () => rmSync(file, { force: true }) }
    } catch {
      if (isLeft(file)) rmSync(file, { force: true })
      await new Promise((resolve) => setTimeout(resolve, 200))
    } finally {
      rmSync(draft, { force: true })
    }
  }
}

function isLeft(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > 15 * 60_000) return true
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
