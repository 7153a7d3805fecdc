// npm run icons: writes the icons that files import to components/generated, from Lucide. `-- --check` only compares.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as lucide from 'lucide-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { root, sourceFiles } from './checks/source-files.ts'

const FOLDER = path.join(root, 'components/generated')
const IMPORT = /^import \{([^}]*)\} from '@\/components\/generated\/icons'/gm

/** Returns the names that a file imports, without types. */
export const iconsIn = (source: string): string[] =>
  [...source.matchAll(IMPORT)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/ as .*/, ''))
    .filter((name) => name !== '' && !name.startsWith('type '))

/** Returns the line of an icon. Throws for a name that Lucide does not have. */
export function lineOf(name: string): string {
  const Icon = (lucide as unknown as Record<string, ComponentType | undefined>)[name]
  if (!Icon) throw new Error(`Lucide has no icon ${name}: https://lucide.dev/icons`)
  const [, classes, shapes = ''] =
    /class="([^"]*)"[^>]*>(.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(Icon))) ?? []
  const short = shapes.replaceAll(/><\/[a-z]+>/g, '/>')
  return `export const ${name} = /* @__PURE__ */ lucideIcon('${classes}', '${short}')`
}

const NOTE = '// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).'

/** Returns files by their paths: a module for each icon, so a page loads only its own icons. */
function filesOf(names: readonly string[]): Map<string, string> {
  const exports = names.map((name) => `export { ${name} } from './icons/${name}.ts'`)
  return new Map([
    // Tells the build that unused modules may be omitted.
    ['package.json', '{ "type": "module", "sideEffects": false }'],
    ['icons.ts', [NOTE, "export type { LucideIcon } from '@/components/lucide-icon'", ...exports].join('\n')],
    ...names.map((name): [string, string] => [
      `icons/${name}.ts`,
      [NOTE, "import { lucideIcon } from '@/components/lucide-icon'", '', lineOf(name)].join('\n'),
    ]),
  ])
}

if (import.meta.main) {
  const names = new Set(
    sourceFiles(['ts', 'tsx']).flatMap((file) => iconsIn(readFileSync(path.join(root, file), 'utf8'))),
  )
  const files = filesOf([...names].sort())
  const other_files = globSync('**/*.ts', { cwd: FOLDER }).filter((file) => !files.has(file))
  const changed_files = [...files].filter(([file, text]) => {
    const target = path.join(FOLDER, file)
    return !existsSync(target) || readFileSync(target, 'utf8') !== `${text}\n`
  })
  if (!process.argv.includes('--check')) {
    mkdirSync(path.join(FOLDER, 'icons'), { recursive: true })
    for (const file of other_files) rmSync(path.join(FOLDER, file))
    for (const [file, text] of changed_files) writeFileSync(path.join(FOLDER, file), `${text}\n`)
  } else if (other_files.length > 0 || changed_files.length > 0) {
    console.error('components/generated does not match the imported icons: npm run icons')
    process.exit(1)
  }
}
