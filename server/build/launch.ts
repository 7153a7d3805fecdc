// Starts the built `main`, `worker` or `cli`: node server/build/launch.ts main --no-demo. It loads little code, because every start and every
// command waits for it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { FOR_START, findBuild, SERVICE } from './folders.ts'
import { PROJECT, sourcesHash } from './sources.ts'

const [name = ''] = process.argv.splice(2, 1)
const find = () => findBuild(PROJECT, sourcesHash(PROJECT))

/** Builds in another process, so this one does not keep the memory that a build needs. */
async function build(): Promise<string | undefined> {
  const [code, signal] = await once(fork(path.join(import.meta.dirname, 'build.ts'), [FOR_START]), 'exit')
  if (code === 0) return find()
  if (signal) {
    const [{ announce }, { failureOf }] = await Promise.all([import('../lib/announce.ts'), import('./failed-build.ts')])
    announce(failureOf(signal), 'fatal')
  }
  process.exit(code ?? 1)
}

// Workers and commands have no pages, so they do not wait for a build: without one, they run from the sources.
const built = find() ?? (name === 'main' ? await build() : undefined)
await import(built ? pathToFileURL(path.join(PROJECT, built, SERVICE, `${name}.mjs`)).href : `../${name}.ts`)
