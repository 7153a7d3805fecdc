import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalog } from '../../lib/locale/current.ts'
import { addLocale } from './locales.ts'

/** Has a file for each language that the interface is translated to, named by its tag: `de.json`. English is in the code. */
const FOLDER = path.join(import.meta.dirname, '../../../locales')

/** Adds the languages that the interface is translated to. */
export function addCatalogs(): void {
  for (const file of globSync('*.json', { cwd: FOLDER })) {
    const catalog: Catalog = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))
    addLocale(path.basename(file, '.json'), catalog)
  }
}
