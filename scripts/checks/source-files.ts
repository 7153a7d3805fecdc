import { globSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** Returns source files, without packages, generated files and builds. */
export const sourceFiles = (extensions: string[]): string[] =>
  globSync(
    // Node takes braces around a single name literally.
    extensions.map((extension) => `{server,app,components,sdk,bench,e2e,scripts,examples}/**/*.${extension}`),
    { cwd: root, exclude: ['**/node_modules/**', '**/generated/**', '**/dist/**'] },
  )
