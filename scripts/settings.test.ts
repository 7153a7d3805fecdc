import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Settings } from '../server/env.ts'
import { envExample, PAGE, settings, settingsTable, withTable } from './settings.ts'

test('every setting is described', () => {
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(Settings.shape))
  for (const { name, description } of settings) expect(description, name).toMatch(/\.$/)
})

test('.env.example lists exactly the existing settings', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})

test('docs/settings.md lists exactly the existing settings', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(withTable(page, settingsTable())).toBe(page)
})
