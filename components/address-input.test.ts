import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Fields for text that is not a web address, and one that only accepts complete addresses. */
const OTHERS = [
  'app/(dashboard)/apps/develop/[id]/text-list-field.tsx',
  'app/(dashboard)/forms/[id]/landing/panel.tsx',
  'app/(dashboard)/settings/domain-dialog.tsx',
  'components/address-input.tsx',
]

test('every field for a web address adds a missing https://', () => {
  const found = globSync(['app/**/*.tsx', 'components/**/*.tsx']).filter((file) =>
    /(type|inputMode)="url"/.test(readFileSync(file, 'utf8')),
  )
  expect(found.sort()).toEqual(OTHERS)
})
