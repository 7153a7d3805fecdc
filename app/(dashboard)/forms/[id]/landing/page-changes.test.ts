import { expect, test } from 'vitest'
import { footer, form, hero, pageOf, text } from '@/server/lib/page/landing/blank.ts'
import type { Section } from '@/server/lib/page/landing/document.ts'
import {
  addSection,
  changeSection,
  type Edits,
  edited,
  freeId,
  moveSection,
  redone,
  removeSection,
  restoreSection,
  undone,
} from './page-changes'

const page = pageOf({}, [hero({ heading: 'A' }), form(), footer()])
const idsOf = ({ sections }: typeof page) => sections.map(({ id }) => id).join(' ')

test('sections are added, moved and removed, and the footer stays last', () => {
  const added = addSection(page, { ...text({}), id: freeId(page) }, 's1')
  expect(idsOf(added)).toBe('s1 s4 s2 s3')
  expect(idsOf(moveSection(added, 's3', 0))).toBe('s1 s4 s2 s3')
  expect(idsOf(moveSection(added, 's1', 9))).toBe('s4 s2 s1 s3')
  expect(idsOf(addSection(page, { ...footer(), id: 'x' }))).toBe('s1 s2 s3')
  expect(idsOf(removeSection(page, 's2'))).toBe('s1 s3')
  expect(freeId(removeSection(page, 's2'))).toBe('s4')
})

test('a removed section is restored in its place, with later changes to other sections', () => {
  const removed = removeSection(page, 's1')
  const typed = changeSection(removed, { ...footer({ text: 'Since' }), id: 's3' })
  const restored = restoreSection(typed, page.sections[0] as Section, 0)
  expect(restored.sections.map(({ id }) => id)).toEqual(['s1', 's2', 's3'])
  expect(restored.sections[2]).toMatchObject({ text: 'Since' })
  // Already restored, by an undo or by adding another footer.
  expect(restoreSection(restored, page.sections[0] as Section, 0)).toBe(restored)
  expect(restoreSection(page, { ...footer(), id: 'x' }, 0)).toBe(page)
})

test('typing in one field is one step to undo and redo', () => {
  const withHeading = (heading: string) => changeSection(page, { ...hero({ heading }), id: 's1' })
  let edits: Edits = { past: [], page, future: [], about: undefined }
  edits = edited(edits, withHeading('B'), 's1.heading')
  edits = edited(edits, withHeading('BC'), 's1.heading')
  edits = edited(edits, removeSection(edits.page, 's2'))
  edits = undone(undone(edits))
  expect(edits.page).toEqual(page)
  expect(redone(edits).page).toEqual(withHeading('BC'))
  expect(undone(edits).page).toEqual(page)
})
