import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { env, SettingError } from '../env.ts'
import { checkPort } from '../http/port.ts'
import { announce } from '../lib/announce.ts'
import { acquireFileLock } from '../lib/concurrency/file-lock.ts'
import { addCompileHints } from './compile-hints.ts'
import { compressAssets } from './compress.ts'
import { failureOf } from './failed-build.ts'
import { BUILDS, completeBuild, deleteOldBuilds, FOR_START, findBuild, newBuildFolder } from './folders.ts'
import { PROJECT, sourcesHash } from './sources.ts'

const NEXT = path.join(PROJECT, 'node_modules/next/dist/bin/next')
// The channel closes when the process that requested the build dies, in whatever way. Unreferenced, it does not keep a build alive. Workers of
// the build load this too, but depend on their own channels.
const ENDS_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  "if (process.argv[2] === 'build') { process.on('disconnect', () => process.exit(1)); process.channel.unref() }",
)}`

// `npm run check` checks the types. Next would only prepare that, and install TypeScript for it into the project.
const WITHOUT_TYPES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const source = 'exports.verifyAndRunTypeScript = async () => ({ version: null })'
  const load = (url, context, next) =>
    url.endsWith('/next/dist/lib/verify-typescript-setup.js') ? { format: 'commonjs', source, shortCircuit: true } : next(url, context)
  registerHooks({ load })
`)}`

/**
 * Builds the pages unless they are already built from these sources. Returns the folder of the build, relative to `root`. Every build has its
 * own folder, so running processes keep the pages they started with. Processes that start together build once.
 */
export async function build({
  root = PROJECT,
  onStep = () => undefined,
}: {
  root?: string
  onStep?: (text: string) => void
} = {}): Promise<string> {
  mkdirSync(path.join(root, BUILDS), { recursive: true })
  for (;;) {
    const sources = sourcesHash(root)
    const found = findBuild(root, sources)
    if (found) return found
    const release = acquireFileLock(path.join(root, `${BUILDS}.lock`))
    if (!release) {
      await delay(250)
      continue
    }
    try {
      onStep('Building the pages (1 to 3 minutes, once for these sources) ...')
      deleteOldBuilds(root)
      const dir = newBuildFolder(root, sources)
      await runNextBuild({ root, dir, onStep })
      // If files changed while they were read, the build matches neither the old nor the new sources.
      if (sourcesHash(root) !== sources) continue
      onStep('Compressing files ...')
      // Loaded on demand: its parser is a development package, which a running image no longer contains.
      const { removeMetadata } = await import('./without-metadata.ts')
      await removeMetadata(path.join(root, dir))
      await addCompileHints(path.join(root, dir))
      await compressAssets(path.join(root, dir))
      // Tests build pages without a server.
      if (existsSync(path.join(root, 'server'))) {
        onStep('Bundling the server ...')
        const { bundleServer } = await import('./bundle/bundle.ts')
        await bundleServer(root, dir)
      }
      completeBuild(root, dir)
      deleteOldBuilds(root)
    } finally {
      release()
    }
  }
}

/** Lines in Next's output that announce the steps of a build. */
const STEPS = [
  [/Compiled successfully/g, '  The pages are compiled.'],
  [/Collecting page data/g, '  Collecting page data ...'],
  [/Generating static pages[\w ]{0,30}\((\d+)\/(\d+)\)/g, '  Generating static pages: $1 of $2'],
] as const

async function runNextBuild({
  root,
  dir,
  onStep,
}: {
  root: string
  dir: string
  onStep: (text: string) => void
}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Turbopack starts the loaders with the first Node in the path.
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, '--import', WITHOUT_TYPES, NEXT, 'build'], {
    cwd: root,
    env: { ...process.env, PATH, NODE_ENV: 'production', NEXT_DIST_DIR: dir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk
    for (const [step, text] of STEPS)
      for (const [line] of String(chunk).matchAll(step)) onStep(line.replace(step, text))
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', read)
  child.on('error', reject)
  child.on('exit', (code, signal) => (code === 0 ? resolve() : reject(new SettingError(failureOf(signal, output)))))
  try {
    await promise
  } catch (error) {
    rmSync(path.join(root, dir), { recursive: true, force: true })
    throw error
  }
}

if (import.meta.main) {
  // Ends with the process that requested the build.
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
  try {
    // A start reports invalid settings before the build, not after it.
    if (process.argv.includes(FOR_START)) await checkPort(env())
    await build({ onStep: announce })
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    announce(error.message, 'fatal')
    process.exitCode = 1
  }
}
