import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { LINES } from '../../lib/source-places.ts'
import { SERVICE } from '../folders.ts'
import { escapeTexts } from './escape-texts.ts'
import { linesOf } from './lines.ts'
import { keepPlaces } from './places.ts'

/** Programs that can be started, by the names of their files. */
const ENTRIES = {
  main: 'server/main.ts',
  worker: 'server/worker.ts',
  cli: 'server/cli.ts',
  // A thread of a package, which looks for it next to itself under this name.
  runner: 'node_modules/inngest/components/connect/strategies/workerThread/runner.js',
}

/** Packages that Node loads itself. */
const OUTSIDE = [
  // Serves the pages, with its own React.
  'next',
  // Parts of these are not JavaScript.
  'sharp',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  // The pages and the server share one copy of the query compiler.
  '@prisma/client',
  // Starts its own file as a thread.
  'tinypool',
  // Used by builds, and by PSEUDO_LOCALES.
  'rolldown',
  // Not installed: packages that use these work without.
  'pg-native',
]
const isOutside = (id: string): boolean => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Bundles the server, the worker and the commands into a few files in the folder `dir` of a build. Node loads these in a third of the time of
 * the sources and their packages, and in less memory (decision 0003).
 */
export async function bundleServer(
  root: string,
  dir: string,
  entries: Record<string, string> = ENTRIES,
): Promise<void> {
  const folder = path.join(root, dir, SERVICE)
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    external: isOutside,
    transform: { define: { ENVOI_BUILD: JSON.stringify(dir) } },
    plugins: [keepPlaces({ root, up: path.relative(folder, root) }), escapeTexts(root)],
  })
  const { output } = await bundle.generate({
    dir: folder,
    format: 'esm',
    sourcemap: 'hidden',
    charset: 'ascii',
    // A name in a license would be enough to double the memory of a file. Licenses are in the packages.
    comments: false,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  mkdirSync(folder, { recursive: true })
  for (const file of output) {
    if (file.type !== 'chunk') continue
    const at = path.join(folder, file.fileName)
    writeFileSync(at, file.code)
    if (!file.map) continue
    const sources = file.map.sources.map((source) => path.relative(root, path.resolve(folder, source)))
    writeFileSync(`${at}${LINES}`, linesOf({ mappings: file.map.mappings, sources }))
  }
}
