import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CallExpression } from '@oxc-project/types'
import { parseSync, Visitor } from 'rolldown/utils'
import { applied, type Edit } from './texts/edits.ts'

/**
 * Removes the metadata of schemas for the OpenAPI document from the scripts of a build. Browsers check forms with the server's schemas and do
 * not need it.
 */
export async function removeMetadata(folder: string): Promise<void> {
  for (const name of globSync('static/chunks/**/*.js', { cwd: folder })) {
    const file = path.join(folder, name)
    const source = await readFile(file, 'utf8')
    if (hasMetadata(source)) await writeFile(file, withoutMetadata(source))
  }
}

export const hasMetadata = (source: string): boolean => source.includes('.meta({')

export function withoutMetadata(source: string): string {
  const { program, errors } = parseSync('script.js', source)
  if (errors.length > 0) throw new Error(`A script of the build cannot be read: ${errors[0]?.message}`)
  const edits: Edit[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first], end }: CallExpression) {
      if (callee.type !== 'MemberExpression' || callee.computed || first?.type !== 'ObjectExpression') return
      if (callee.property.name === 'meta') edits.push({ start: callee.object.end, end, code: '' })
    },
  }).visit(program)
  return applied(source, { start: 0, end: source.length }, edits)
}
