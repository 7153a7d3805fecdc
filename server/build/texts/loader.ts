import path from 'node:path'
import { textsOf } from './texts-of.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

/** A loader of Turbopack that generates the calls that translate the texts of a page or component. */
export default function translateTexts(this: { resourcePath: string }, source: string): string {
  return textsOf(path.relative(ROOT, this.resourcePath), source).code
}
