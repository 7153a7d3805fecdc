import { existsSync, readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Vitest's workers load this first (vitest.config.ts). Node runs our TypeScript directly, so nothing is compiled before a test begins.
// Imports of pages and components are written for their bundler: `@/` for the root, no extensions, and JSX.

const ROOT = path.resolve(import.meta.dirname, '../../..')
const ENDINGS = ['.ts', '.tsx', '/index.ts']

registerHooks({
  resolve(specifier, context, nextResolve) {
    const from = context.parentURL
    if (!from?.startsWith('file:') || from.includes('/node_modules/')) return nextResolve(specifier, context)
    return nextResolve(asNodeWrites(specifier, fileURLToPath(from)), context)
  },
  load(url, context, nextLoad) {
    if (url === NEXT_AUTH) return { format: 'module', shortCircuit: true, source: AS_BUNDLED }
    if (!/\.tsx(\?|$)/.test(url)) return nextLoad(url, context)
    return { format: 'module', shortCircuit: true, source: withoutJsx(fileURLToPath(url)) }
  },
})

// Compiled from a module to CommonJS: its default export is the function for a bundler, but an object with the function for Node.
const NEXT_AUTH = `${pathToFileURL(path.join(ROOT, 'node_modules/next-auth/index.js')).href}?bundled`
const AS_BUNDLED = "import all from './index.js'\nexport default all.default"

function asNodeWrites(specifier: string, from: string): string {
  if (specifier === 'next-auth') return NEXT_AUTH
  // Next has no export map, so Node needs the file name.
  if (/^next\/(?!dist\/)[^.]+$/.test(specifier)) return `${specifier}.js`
  const isOurs = specifier.startsWith('@/')
  if (path.extname(specifier) !== '' || !(isOurs || specifier.startsWith('.')))
    return isOurs ? pathToFileURL(path.join(ROOT, specifier.slice(2))).href : specifier
  const at = isOurs ? path.join(ROOT, specifier.slice(2)) : path.resolve(path.dirname(from), specifier)
  const ending = ENDINGS.find((one) => existsSync(at + one))
  return ending === undefined ? specifier : pathToFileURL(at + ending).href
}

const require = createRequire(import.meta.url)

/** Loads the compiler for the first file with JSX, because few tests need it. */
function withoutJsx(file: string): string {
  const { transformSync } = require('rolldown/utils') as typeof import('rolldown/utils')
  const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { runtime: 'automatic' } })
  const [error] = errors
  if (error) throw error
  return code
}
