import { expect, test } from 'vitest'
import { administration, mailAdministration } from './administration'
import { navigation } from './navigation'
import { settingsPages } from './settings-pages'

const palette = [
  ...navigation.flatMap(({ items }) => items),
  ...settingsPages,
  ...administration,
  ...mailAdministration,
]

test('no two pages of the command palette have the same name', () => {
  const labels = palette.map(({ label }) => label)
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
})

test('an administrator who looks for backups finds the overview, which says when the last one was made', () => {
  const found = palette.filter(({ keywords }) => keywords?.includes('backup'))
  expect(found.map(({ href }) => href)).toEqual(['/admin'])
})
