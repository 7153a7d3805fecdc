import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { PARTS, partOfFrame } from './cpu-parts.ts'

const root = path.join(import.meta.dirname, '..')

test.each(Object.values(PARTS).flat())('%s still matches code of the project or a package', (entry) => {
  const [file = '', name] = entry.split('#')
  if (name !== undefined)
    expect(readFileSync(path.join(root, file), 'utf8')).toMatch(new RegExp(`(?:function|const) ${name}\\b`))
  else if (file.endsWith('/') || file.endsWith('.ts')) expect(existsSync(path.join(root, file))).toBe(true)
  else expect(globSync(`${file}*`, { cwd: root })).not.toEqual([])
})

const partOf = (file: string, name = '') => partOfFrame(pathToFileURL(path.join(root, file)).href, name)

test('every file that handles requests belongs to a named part', () => {
  const files = globSync('server/{rest/request,http}/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => [undefined, 'kernel', 'services'].includes(partOf(file)))).toEqual([])
})

test('a frame counts for the first part that matches it', () => {
  expect(partOf('server/rest/handler.ts', 'respond')).toBe('serialization')
  expect(partOf('server/rest/handler.ts', 'handle')).toBe('kernel')
  expect(partOf('server/modules/subscribers/filter-schema.ts', 'check')).toBe('validation')
  expect(partOf('server/modules/subscribers/filter/filter.ts', 'filterSubscribers')).toBe('services')
  expect(partOf('node_modules/pg/node_modules/pg-types/index.js')).toBe('database')
  expect(partOf('node_modules/next/dist/server/lib/router.js')).toBeUndefined()
  expect(partOfFrame('node:net', 'onread')).toBeUndefined()
})
