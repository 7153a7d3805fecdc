// Every command runs this first, on any version of Node and with nothing installed: packages, database client, hooks.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
/** The Node that the project carries: the same version on every machine. */
export const node = path.join(root, 'node_modules/node/bin/node')

const OLDEST_NODE = 20
export const at = (...parts) => path.join(root, ...parts)

export const in_production = process.env.NODE_ENV === 'production'

/** Without `needs_dev`, packages of development may be missing: an image has none, because its pages are built. */
export async function setUp({ needs_dev = true } = {}) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    fail(
      `Node ${OLDEST_NODE} or newer is needed to begin with, and this is ${process.versions.node}: install it from https://nodejs.org.`,
    )
  }
  if (packagesMatchLock(needs_dev) && clientMatchesSchema()) return
  const lock = await acquireFileLock()
  try {
    if (!packagesMatchLock(needs_dev)) await installPackages(lock)
    if (!clientMatchesSchema()) generateClient()
    installHooks()
  } finally {
    lock.end()
  }
}

/** Prints what a command does if that is asked for, and ends it. */
export function offerHelp(help) {
  if (!process.argv.some((arg) => arg === '--help' || arg === '-h')) return
  console.log(help)
  process.exit()
}

/** Compiled code is kept between starts: it halves what a start computes. */
export const runEnv = { NEXT_TELEMETRY_DISABLED: '1', NODE_COMPILE_CACHE: at('node_modules/.cache/node') }

/**
 * By default Node lets the nursery grow with the machine, to a hundred megabytes, and the rest of the heap to four times what is
 * in use. An import of a million subscribers took 230 MB more that way and takes 70 with these; a list costs the same to answer.
 */
const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=100']

/** Runs a file of the project on the project's Node and ends as it ends. */
export function run(file, args = [], { flags = [], env = {} } = {}) {
  const child = spawn(node, [...HEAP, ...flags, file, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...runEnv, ...env },
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
    }, 250)
  }
}

export function fail(line) {
  announce(line, 'fatal')
  process.exit(1)
}

/** As server/lib/announce.ts, which no other Node can read. On standard error, because standard output has the answers of commands. */
function announce(text, level = 'info') {
  const line = { level: { info: 30, fatal: 60 }[level], time: new Date().toISOString(), msg: text }
  process.stderr.write(`${process.stderr.isTTY ? text : JSON.stringify(line)}\n`)
}

/** npm writes down what it installed when it is done: an install that was cut off has no such file. */
function packagesMatchLock(needs_dev) {
  const installed = at('node_modules/.package-lock.json')
  if (!existsSync(installed) || !existsSync(node)) return false
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([name, { version, optional, dev, devOptional }]) =>
      name === '' || (there[name] ? there[name].version === version : optional || (!needs_dev && (dev || devOptional))),
  )
}

function installPackages() {
  announce('Installing packages (about a minute, once) ...')
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [command, ...args] = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const stdio = process.stderr.isTTY ? 'inherit' : ['inherit', 'pipe', 'pipe']
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: root, stdio, encoding: 'utf8', env: installEnv() },
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const line of `${stdout ?? ''}\n${stderr ?? ''}`.split('\n')) if (line.trim()) announce(line)
  if (error) fail(`npm cannot be run: ${error.message}.`)
  if (status !== 0)
    fail('npm ci has failed, see above: the npm registry must be reachable and package-lock.json unchanged.')
  if (!existsSync(node)) fail(`npm ci has brought no Node for ${os.platform()}-${os.arch()}.`)
}

const schema = at('prisma/schema')
const client_stamp = at('server/db/generated/schema.sha256')

function schemaHash() {
  const hash = createHash('sha256').update(readFileSync(at('node_modules/prisma/package.json')))
  for (const file of readdirSync(schema).sort()) hash.update(file).update(readFileSync(path.join(schema, file)))
  return hash.digest('hex')
}

const clientMatchesSchema = () => existsSync(client_stamp) && readFileSync(client_stamp, 'utf8') === schemaHash()

function generateClient() {
  const prisma = [at('node_modules/prisma/build/index.js'), 'generate', '--config', at('prisma/prisma.config.ts')]
  const { status, stdout, stderr } = spawnSync(node, prisma, { cwd: root, encoding: 'utf8', env: installEnv() })
  if (status !== 0) fail(`prisma generate has failed:\n${stdout}${stderr}`)
  writeFileSync(client_stamp, schemaHash())
}

/** Prisma would fetch an engine that its generator does not use: any program in that place keeps it from trying. */
const installEnv = () => ({
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
  npm_config_ignore_scripts: 'false',
})

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
