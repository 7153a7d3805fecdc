import type { KeyboardEvent, ReactElement } from 'react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { widthStep } from '@/components/editor/image-width'
import { RadioGroup } from '@/components/ui/radio-group'
import { ScrollArea } from '@/components/ui/scroll-area'
import { TabsList } from '@/components/ui/tabs'
import { inLocale } from '@/server/core/locale/scope.ts'

const inArabic = <T>(work: () => T): T => inLocale({ tag: 'ar', dir: 'rtl' }, work)

/** Returns the tab that has the focus after pressing a key on the first of three. */
function tabAfter(key: string): number | undefined {
  let focused = 0
  const tabs = [0, 1, 2].map((at) => ({ matches: () => at === focused, focus: () => (focused = at) }))
  const { onKeyDown } = (TabsList({}) as ReactElement<{ onKeyDown: (event: KeyboardEvent<HTMLElement>) => void }>).props
  const currentTarget = { querySelectorAll: () => tabs }
  onKeyDown({ key, currentTarget, preventDefault: () => {} } as unknown as KeyboardEvent<HTMLElement>)
  return focused
}

test('arrow keys move between tabs in reading direction, including right to left', () => {
  const after = () => ['ArrowRight', 'ArrowLeft', 'End', 'Home', 'x'].map(tabAfter)
  expect(after()).toEqual([1, 2, 2, 0, 0])
  expect(inArabic(after)).toEqual([2, 1, 2, 0, 0])
})

test('an arrow key drags an image’s handle: away from the fixed edge makes it wider', () => {
  const steps = (rests: 'left' | 'center' | 'right') =>
    ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'x'].map((key) => widthStep(key, rests))
  expect(steps('left')).toEqual([1, -1, 1, -1, undefined])
  expect(steps('center')).toEqual([1, -1, 1, -1, undefined])
  expect(steps('right')).toEqual([-1, 1, 1, -1, undefined])
})

test('radio groups and scrolled areas follow the direction of the page', () => {
  const shown = () =>
    renderToString(createElement(RadioGroup)) + renderToString(createElement(ScrollArea, { label: 'x' }))
  expect(shown().match(/dir="\w+"/g)).toEqual(['dir="ltr"', 'dir="ltr"'])
  expect(inArabic(shown).match(/dir="\w+"/g)).toEqual(['dir="rtl"', 'dir="rtl"'])
})
