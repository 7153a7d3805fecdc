import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { breakingChanges } from './breaking.ts'

const NOW = readFileSync(path.join(import.meta.dirname, 'generated/types.ts'), 'utf8')
/** The declaration of a tag. */
const TAG = NOW.slice(NOW.indexOf('export interface Tag {')).split('\n}\n')[0] ?? ''
const changed = (from: string | RegExp, to: string) => {
  const text = NOW.replace(from, to)
  expect(text).not.toBe(NOW)
  return text
}

test('additions break nothing', () => {
  expect(breakingChanges(NOW, NOW)).toEqual([])
  const field = changed('export interface Tag {', 'export interface Tag {\n  color: string')
  const optional = field.replace(
    'export interface TagsCreateBody {',
    'export interface TagsCreateBody {\n  color?: string',
  )
  expect(breakingChanges(NOW, optional)).toEqual([])
})

test('a method or field that is gone, a new required value and another type break programs', () => {
  const breaks = [
    changed(/^ +duplicate\(.*$/m, ''),
    changed(TAG, TAG.replace('  name: string\n', '')),
    changed('export interface TagsCreateBody {', 'export interface TagsCreateBody {\n  color: string'),
    changed(TAG, TAG.replace('id: number', 'id: string')),
  ].map((after) => breakingChanges(NOW, after))
  expect(breaks.map(([first]) => first)).toEqual([
    expect.stringContaining("Property 'duplicate' is missing"),
    expect.stringContaining("Property 'name' is missing"),
    expect.stringContaining("Property 'color' is missing"),
    expect.stringContaining("Type 'string' is not assignable to type 'number'"),
  ])
})
