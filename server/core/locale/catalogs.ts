import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalog } from '../../lib/locale/current.ts'
import { addLocale } from './locales.ts'

/** Folder with a file per language of the interface, named by its tag: `de.json`. English is in the code. */
const FOLDER = path.join(import.meta.dirname, '../../../locales')

/** Adds all languages of the interface. */
export function addCatalogs(): void {
  for (const file of globSync('*.json', { cwd: FOLDER })) {
    const catalog: Catalog = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))
    addLocale(path.basename(file, '.json'), catalog)
  }
}
