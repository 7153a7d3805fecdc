import { expect, test } from 'vitest'
import { readableOn } from './color.ts'

test('white on dark colors, black on light ones', () => {
  for (const dark of ['#000000', '#14495a', '#1d4ed8', '#b91c1c']) expect(readableOn(dark)).toBe('#ffffff')
  for (const light of ['#ffffff', '#f59e0b', '#a3e635', '#fde68a']) expect(readableOn(light)).toBe('#111111')
})
