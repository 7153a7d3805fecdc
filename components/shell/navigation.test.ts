import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { administration, mailAdministration } from './administration'
import { destinations } from './navigation'
import { quickActions } from './quick-actions'
import { searchWords } from './search-words'
import { settingsPages } from './settings-pages'

const palette = [...quickActions, ...destinations, ...settingsPages, ...administration, ...mailAdministration]

test('no two pages in the command palette have the same name', () => {
  const labels = palette.map(({ label }) => label)
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
})

test('an administrator searching for backups finds the overview, which shows the last backup', () => {
  const found = palette.filter((destination) => searchWords(destination).includes('backup'))
  expect(found.map(({ href }) => href)).toEqual(['/admin'])
})

/** Pages reached only by redirect: old addresses, and drafts that could not be created. */
const NOT_OFFERED = ['/admin/apps', '/admin/templates', '/broadcasts/new/retry', '/posts/new/retry']

test('the command palette has every dashboard page except pages of single records', () => {
  const pages = globSync('app/(dashboard)/**/page.tsx')
    .map(
      (file) =>
        `/${file
          .split('/')
          .slice(2, -1)
          .filter((part) => part !== '(home)')
          .join('/')}`,
    )
    .filter((page) => !page.includes('[') && !NOT_OFFERED.includes(page))
  const offered = new Set(palette.map(({ href }) => href.split('?')[0]))
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter((page) => !offered.has(page))).toEqual([])
})
