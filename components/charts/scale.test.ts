import { expect, test } from 'vitest'
import { axisMarks } from './scale.ts'

test('axis marks are round numbers just outside the values', () => {
  expect(axisMarks(-52, 83)).toEqual([-75, -50, -25, 0, 25, 50, 75, 100])
  expect(axisMarks(-10, 40)).toEqual([-10, 0, 10, 20, 30, 40])
  expect(axisMarks(0, 9307)).toEqual([0, 2000, 4000, 6000, 8000, 10000])
})

test('a scale of a few subscribers uses whole numbers', () => {
  expect(axisMarks(0, 0)).toEqual([0, 1])
  expect(axisMarks(-1, 2)).toEqual([-1, 0, 1, 2])
})

test('a scale of small rates has distinct marks with one decimal', () => {
  expect(axisMarks(0, 0.28, 0.1)).toEqual([0, 0.1, 0.2, 0.3])
  expect(axisMarks(0, 0.3, 0.1)).toEqual([0, 0.1, 0.2, 0.3])
  expect(axisMarks(0, 2.4, 0.1)).toEqual([0, 0.5, 1, 1.5, 2, 2.5])
  expect(axisMarks(0, 0, 0.1)).toEqual([0, 0.1])
})
