import os from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryHere } from './memory-here.ts'

test('a container has the memory of its limit, not that of the machine', () => {
  const constrained = vi.spyOn(process, 'constrainedMemory')
  onTestFinished(() => constrained.mockRestore())
  constrained.mockReturnValue(2 ** 29)
  expect(memoryHere()).toBe(2 ** 29)
  // No limit: zero, or more than the machine has.
  for (const none of [0, 2 ** 63]) {
    constrained.mockReturnValue(none)
    expect(memoryHere()).toBe(os.totalmem())
  }
})
