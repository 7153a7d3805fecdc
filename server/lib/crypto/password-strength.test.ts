import { expect, test } from 'vitest'
import { ratio } from '../../testing/processor-time.ts'
import { isGuessable } from './password-strength.ts'

test.each([
  'password123',
  'P@ssw0rd2026!',
  'Password!!!',
  '1234567890',
  '0987654321',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'qwertyuiop',
  '1q2w3e4r5t',
  'passwordpassword',
  'letmein2024',
  '01.01.1990',
])('%s is refused', (password) => {
  expect(isGuessable(password)).toBe(true)
})

test.each(['a short sentence works', 'vR7-moss-lantern', 'correct horse paper clip', '7205918346', 'brusselssprouts'])(
  '%s is accepted',
  (password) => {
    expect(isGuessable(password)).toBe(false)
  },
)

test('the user’s own address is refused', () => {
  expect(isGuessable('nora@studio.example', ['nora@studio.example'])).toBe(true)
  expect(isGuessable('norastudio99', ['norastudio'])).toBe(true)
})

test('checking a long password takes linear time', () => {
  const check = (unit: string, length: number) => () => {
    const password = `a${unit.repeat(length / unit.length)}a`
    isGuessable(password, [password.slice(1)])
  }
  // Quadratic time would be 64 times as much.
  for (const unit of ['!', '1', 'a', 'ab', '_', ' ', '@4'])
    expect(ratio(check(unit, 240_000), check(unit, 30_000), 24), unit).toBeLessThan(24)
})
