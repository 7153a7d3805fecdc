import { expect, test, vi } from 'vitest'
import { processSingleton } from './process-singleton.ts'

test('two copies of the code in one process share one value of a name', async () => {
  const make = vi.fn(() => ({ made_by: 'the first' }))
  const first = processSingleton('test: one value', make)
  // A different address makes a different module.
  const copy: typeof import('./process-singleton.ts') = await import(`${import.meta.dirname}/process-singleton.ts?copy`)
  expect(copy.processSingleton).not.toBe(processSingleton)
  expect(copy.processSingleton('test: one value', () => ({ made_by: 'the second' }))).toBe(first)
  expect(make).toHaveBeenCalledOnce()
})

test('names do not share a value, and a value may be undefined', () => {
  expect(processSingleton('test: one', () => 1)).toBe(1)
  const make = vi.fn(() => undefined)
  expect([processSingleton('test: none', make), processSingleton('test: none', make)]).toEqual([undefined, undefined])
  expect(make).toHaveBeenCalledOnce()
})
