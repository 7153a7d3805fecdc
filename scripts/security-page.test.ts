import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string }>
}
const rows = [...page.matchAll(/^\| `([^`]+)`[^|]*\| ([\d.]+) \|/gm)].map(([, name, version]) => ({ name, version }))

test('SECURITY.md gives the date of the last check for advisories', () => {
  const [, date = ''] = /\*\*Last check: (\d{4}-\d{2}-\d{2})\.\*\*/.exec(page) ?? []
  expect(new Date(date).toString()).not.toBe('Invalid Date')
})

test('the checked versions in SECURITY.md are the installed ones, so an update needs a new check', () => {
  expect(rows.length).toBeGreaterThan(5)
  for (const { name, version } of rows)
    expect(`${name} ${packages[`node_modules/${name}`]?.version}`).toBe(`${name} ${version}`)
})
