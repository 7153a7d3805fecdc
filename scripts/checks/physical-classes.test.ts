import { expect, test } from 'vitest'
import { physicalClasses } from './physical-classes.ts'

test('classes that name a side of the screen are found, with the class to write instead', () => {
  const found = physicalClasses(`<div className="ml-2 -mr-1 sm:pl-4 left-0 hover:text-right rounded-tl-lg border-l" />`)
  expect(found.map(({ name, instead }) => [name, instead])).toEqual([
    ['ml-2', 'ms-2'],
    ['-mr-1', '-me-1'],
    ['pl-4', 'ps-4'],
    ['left-0', 'inset-s-0'],
    ['text-right', 'text-end'],
    ['rounded-tl-lg', 'rounded-ss-lg'],
    ['border-l', 'border-s'],
  ])
  expect(physicalClasses(`"sm:left-1/2 right-click ms-2 items-center" 'left'`).map(({ name }) => name)).toEqual([])
})
