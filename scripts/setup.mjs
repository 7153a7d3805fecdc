// Runs first in every command, on any version of Node and with nothing installed. Sets up packages, Node, database client, hooks.
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

/** Exists in an image, which has only the files that its processes need (image.mjs). */
export const IMAGE = at('node_modules/.image')

export const in_production = process.env.NODE_ENV === 'production'

/** Without `needs_dev`, development packages may be missing: pages can be built and Envoi runs without them. */
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

/** If help is requested, prints it and ends the process. */
export function offerHelp(help) {
  if (!process.argv.some((arg) => arg === '--help' || arg === '-h')) return
  console.log(help)
  process.exit()
}

export const runEnv = {
  NEXT_TELEMETRY_DISABLED: '1',
  // Compiled code is cached between starts, which halves the computation of a start.
  NODE_COMPILE_CACHE: at('node_modules/.cache/node'),
  // A build starts `node`, which without npm would be the machine's own.
  PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
}

/**
 * By default Node lets the nursery grow with the machine, up to a hundred megabytes, and the rest of the heap to four times the used size. That
 * way an import of a million subscribers took 230 MB more; with these flags it takes 70. A list costs the same.
 */
export const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=100']

/**
 * The C library of Linux keeps memory for each thread that once allocated some, and keeps large blocks forever after the first was freed. After
 * a dozen images that was 90 MB; with these limits it is returned to the system.
 */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Runs a file of the project on the project's Node, and ends with its exit code or signal. */
export function run(file, args = [], { flags = [], env = {} } = {}) {
  const child = spawn(node, [...HEAP, ...flags, file, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MALLOC, ...process.env, ...runEnv, ...env },
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0)))
  // The terminal also sends Ctrl-C to the child; other signals are passed on. If this process is killed with -9, its channel closes and the
  // child stops; if npm is killed, this process loses its parent and stops the child.
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

/** If two commands start together on a new clone, only one sets it up. */
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
