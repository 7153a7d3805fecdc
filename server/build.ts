import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingError } from './env.ts'
import { takeTurn } from './lib/turn.ts'

const root = path.join(import.meta.dirname, '..')
const at = (name: string) => path.join(root, name)
const STAMP = at('.next/sources.sha256')
const SOURCES = [
  '{app,components,server,prisma/schema,public}/**/*',
  '{next,postcss}.config.mjs',
  // Not every file of the root: next-env.d.ts is written by each build and by each development server, differently.
  '{instrumentation,proxy}.ts',
  'package-lock.json',
  'tsconfig.json',
]
const LONGEST_BUILD_MS = 10 * 60_000

/** Whether the pages are built from the sources as they are now. */
export const isBuilt = (): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash()

/** Builds the pages unless that was done for these sources. Processes that start together build once. */
export async function build(): Promise<void> {
  while (!isBuilt()) {
    mkdirSync(at('.next'), { recursive: true })
    const end_turn = takeTurn(at('.next/building'), LONGEST_BUILD_MS)
    if (!end_turn) {
      await delay(250)
      continue
    }
    try {
      const sources = sourcesHash()
      rmSync(STAMP, { force: true })
      await runNextBuild()
      writeFileSync(STAMP, sources)
      return
    } finally {
      end_turn()
    }
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, {
    cwd: root,
    exclude: (name) => /\.test\.tsx?$|^generated$|\/generated$|^testing$/.test(name),
  })
  for (const file of files.sort()) {
    if (statSync(at(file)).isFile()) hash.update(file).update(readFileSync(at(file)))
  }
  return hash.digest('hex')
}

async function runNextBuild(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(process.execPath, [at('node_modules/next/dist/bin/next'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.on('error', reject)
  child.on('exit', (code) =>
    code === 0 ? resolve() : reject(new SettingError(`The pages cannot be built:\n${output}`)),
  )
  await promise
}

if (import.meta.main) await build()
