import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64Lines, prefersQuotedPrintable, quotedPrintable } from './encoding.ts'

function decode(encoded: string): string {
  const bytes = encoded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

describe('quotedPrintable', () => {
  test('encodes only what must be encoded', () => {
    expect(quotedPrintable('a=b\tc~ "<>').encoded).toBe('a=3Db\tc~ "<>')
    expect(quotedPrintable('ü€').encoded).toBe('=C3=BC=E2=82=AC')
    expect(quotedPrintable('end \nof\t\nx ', true).encoded).toBe('end=20\r\nof=09\r\nx=20')
    expect(quotedPrintable('end ').encoded).toBe('end ')
    expect(quotedPrintable('a\rb\nc\r\nd').encoded).toBe('a\r\nb\r\nc\r\nd')
  })

  test('any text can be decoded, in lines of at most 76, with room for a soft break at its end', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '=', ' ', '\t', '\n', 'ü', '🎉', '.', '<'), maxLength: 400 })
    fc.assert(
      fc.property(text, (original) => {
        const { encoded, column } = quotedPrintable(original)
        const lines = encoded.split('\r\n')
        expect(decode(encoded)).toBe(original.replace(/\n/g, '\r\n'))
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76)
        expect(column).toBe(lines.at(-1)?.length)
        expect(column).toBeLessThanOrEqual(75)
        expect(encoded).not.toMatch(/[ \t]\r\n/)
        for (const form of [encoded, quotedPrintable(original, true).encoded]) expect(form).not.toMatch(/(?:^|\n)\./)
        expect(quotedPrintable(original, true).encoded).not.toMatch(/[ \t]$/)
      }),
    )
  })
})

test('base64 has lines of 76 characters', () => {
  const encoded = base64Lines('日本語のメール\n'.repeat(40))
  expect(Math.max(...encoded.split('\r\n').map((line) => line.length))).toBe(76)
  expect(Buffer.from(encoded, 'base64').toString()).toBe('日本語のメール\r\n'.repeat(40))
  expect(base64Lines('')).toBe('')
})

test('the shorter encoding is preferred', () => {
  expect(prefersQuotedPrintable('plain text')).toBe(true)
  expect(
    prefersQuotedPrintable('Die Größe und die Maße stehen weiter unten, naïve Leser im Café finden sie schnell.'),
  ).toBe(true)
  expect(prefersQuotedPrintable('日本語のメールです')).toBe(false)
  expect(prefersQuotedPrintable('Привет, мир')).toBe(false)
})
