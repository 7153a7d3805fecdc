import { expect, onTestFinished, test, vi } from 'vitest'
import { setViewedAccount, viewedHeaders, whenOver } from './viewed-account.ts'

test('a view ends on time, or when a sleeping tab wakes up later', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const endsAt = new Date(Date.now() + 30 * 60_000)
  const end = vi.fn()
  whenOver(endsAt, end, { wakes: new EventTarget() })
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledTimes(1)

  const wakes = new EventTarget()
  let now = +endsAt - 60_000
  const onWake = vi.fn()
  const stop = whenOver(endsAt, onWake, { wakes, now: () => now })
  wakes.dispatchEvent(new Event('visibilitychange'))
  expect(onWake).not.toHaveBeenCalled()
  now = +endsAt
  wakes.dispatchEvent(new Event('visibilitychange'))
  expect(onWake).toHaveBeenCalledTimes(1)
  stop()
  wakes.dispatchEvent(new Event('visibilitychange'))
  expect(onWake).toHaveBeenCalledTimes(1)
})

test('a tab’s requests name the account that it shows', () => {
  expect(viewedHeaders()).toEqual({})
  setViewedAccount(5)
  onTestFinished(() => setViewedAccount(undefined))
  expect(viewedHeaders()).toEqual({ 'x-viewed-account': '5' })
})
