import { expect, test } from 'vitest'
import { Budget } from './budget.ts'
import { sliceOf, sliceOfStream } from './slice.ts'

/** Returns work of `batches` batches, of which `done` are done. */
function work(batches: number) {
  const state = { done: 0, is_closed: false }
  async function* stream() {
    try {
      for (let at = 0; at < batches; at++) yield at
    } finally {
      state.is_closed = true
    }
  }
  const batch = async () => state.done < batches && ++state.done > 0
  return { state, batch, stream: stream() }
}

test('a slice does one batch even without time, and returns that there may be more', async () => {
  const { state, batch } = work(2)
  expect([await sliceOf(0, batch), state.done]).toEqual([true, 1])
  expect([await sliceOf(0, batch), state.done]).toEqual([true, 2])
  expect([await sliceOf(0, batch), state.done]).toEqual([false, 2])
})

test('a slice with enough time does everything', async () => {
  const { state, batch } = work(30)
  expect([await sliceOf(Number.POSITIVE_INFINITY, batch), state.done]).toEqual([false, 30])
})

test('slices that share a budget share its time', async () => {
  const budget = new Budget(0)
  const [first, second] = [work(5), work(5)]
  expect([await sliceOf(budget, first.batch), await sliceOf(budget, second.batch)]).toEqual([true, true])
  expect([first.state.done, second.state.done, budget.has_more]).toEqual([1, 1, true])
})

test('a slice of a stream closes the stream at its time limit, when its work ends early, and when a batch fails', async () => {
  const cases = [
    { budget: 0, apply: async () => true, has_more: true, applied: [0] },
    { budget: 9e9, apply: async (at: number) => at < 1, has_more: true, applied: [0, 1] },
    { budget: 9e9, apply: async () => true, has_more: false, applied: [0, 1, 2] },
  ]
  for (const { budget, apply, has_more, applied: applied_items } of cases) {
    const { state, stream } = work(3)
    const seen: number[] = []
    const found = await sliceOfStream(budget, stream, (at) => {
      seen.push(at)
      return apply(at)
    })
    expect([found, seen, state.is_closed]).toEqual([has_more, applied_items, true])
  }
  const { state, stream } = work(3)
  const failing = sliceOfStream(9e9, stream, () => Promise.reject(new Error('The batch failed')))
  await expect(failing).rejects.toThrow('The batch failed')
  expect(state.is_closed).toBe(true)
})
