import { expect, test } from 'vitest'
import { keySequence } from './key-sequence.ts'

const sequences = ['g s', 'g h', '?', '/', 'mod+k', 'mod+shift+k', 'mod+/', 'c']
const plain = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false })

function press(keys: string[], gap = 100) {
  const follow = keySequence()
  return keys.map((key, index) => follow(plain(key), sequences, 5000 + index * gap))
}

test('two keys in a row are one shortcut', () => {
  expect(press(['g', 's'])).toEqual([undefined, 'g s'])
  expect(press(['G', 'H'])).toEqual([undefined, 'g h'])
})

test('a slow second key starts a new sequence', () => {
  expect(press(['g', 's'], 1500)).toEqual([undefined, undefined])
})

test('a key outside of any sequence is its own shortcut', () => {
  expect(press(['g', 'c'])).toEqual([undefined, 'c'])
  expect(press(['x', '?', 'g', 'g', 'h'])).toEqual([undefined, '?', undefined, undefined, 'g h'])
})

test('Control and Command are the same modifier, and differ from the plain key', () => {
  const follow = keySequence()
  expect(follow({ ...plain('k'), ctrlKey: true }, sequences, 1)).toBe('mod+k')
  expect(follow({ ...plain('K'), metaKey: true }, sequences, 2)).toBe('mod+k')
  expect(follow({ ...plain('c'), ctrlKey: true }, sequences, 3)).toBeUndefined()
  expect(follow({ ...plain('c'), altKey: true }, sequences, 4)).toBeUndefined()
})

test('Shift with Control or Command is a different shortcut, and Caps Lock changes nothing', () => {
  const follow = keySequence()
  expect(follow({ ...plain('K'), ctrlKey: true, shiftKey: true }, sequences, 1)).toBe('mod+shift+k')
  // Some browsers report keys in lower case while Command is pressed.
  expect(follow({ ...plain('k'), metaKey: true, shiftKey: true }, sequences, 2)).toBe('mod+shift+k')
  expect(follow({ ...plain('K'), ctrlKey: true }, sequences, 3)).toBe('mod+k')
  expect(follow({ ...plain('/'), ctrlKey: true, shiftKey: true }, sequences, 4)).toBe('mod+/')
})
