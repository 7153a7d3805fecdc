import { expect, test } from 'vitest'
import { REST_MS, TextFocus } from './text-focus.ts'

function world() {
  let now = 5_000
  const focus = new TextFocus<string>(() => now)
  return { focus, after: (ms: number) => (now += ms) }
}

test('single keys are ignored for a second after the page took the focus from a text, and no longer', () => {
  const { focus, after } = world()
  expect(focus.is_waiting).toBe(false)
  focus.enter('Content')
  after(60_000)
  focus.lose()
  expect(focus.is_waiting).toBe(true)
  after(REST_MS - 1)
  expect(focus.is_waiting).toBe(true)
  after(1)
  expect(focus.is_waiting).toBe(false)
  // A key pressed in that time does not start another second.
  after(1)
  expect(focus.is_waiting).toBe(false)
})

test('after a user leaves a text, keys work immediately', () => {
  const { focus } = world()
  focus.enter('Content')
  focus.leave()
  // Later the page replaces the text.
  focus.lose()
  expect(focus.is_waiting).toBe(false)
})

test('while another text is being opened, keys are ignored, however long it takes', () => {
  const { focus, after } = world()
  const release = focus.hold()
  after(10 * REST_MS)
  expect(focus.is_waiting).toBe(true)
  focus.enter('Version B')
  release()
  release()
  expect(focus.is_held).toBe(false)
  expect(focus.is_waiting).toBe(false)
})

test('after a text failed to open, keys are ignored for a second', () => {
  const { focus, after } = world()
  const first = focus.hold()
  const second = focus.hold()
  first()
  expect(focus.is_held).toBe(true)
  second()
  expect(focus.is_held).toBe(false)
  expect(focus.is_waiting).toBe(true)
  after(REST_MS)
  expect(focus.is_waiting).toBe(false)
})

test('after a user moves elsewhere by mouse or Tab, keys work immediately', () => {
  const { focus } = world()
  focus.enter('Content')
  focus.lose()
  expect(focus.is_waiting).toBe(true)
  focus.leave()
  expect(focus.is_waiting).toBe(false)
})
