import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { formatMailbox, formatMailDate, HeaderError, headerLine, textHeaderLine, toAsciiDomain } from './header.ts'

const parse = (head: string) => PostalMime.parse(`${head}\r\nx`)

describe('subjects', () => {
  test.each([
    'Plain words',
    'Größe & Maße: 50 % = viel_weniger?',
    '日本語の件名がとても長いときにはいくつかの語に分けなければなりません',
    '🎉'.repeat(60),
    'ASCII that says =?UTF-8?Q?x?= is not decoded',
    `${'long words and more '.repeat(20)}end`,
    'x'.repeat(1500),
    ' blanks  around ',
    'A "quoted" <thing>, with (comments); and \\ more',
  ])('%j comes back', async (subject) => {
    const line = textHeaderLine('Subject', subject)
    expect((await parse(line)).subject).toBe(subject)
    expect(
      Math.max(
        ...line
          .trimEnd()
          .split('\r\n')
          .map((part) => part.length),
      ),
    ).toBeLessThanOrEqual(78)
    expect(line).toMatch(/^[\t\r\n -~]*\r\n$/)
    for (const word of line.match(/=\?UTF-8\?[^?]*\?[^?]*\?=/g) ?? []) expect(word.length).toBeLessThanOrEqual(75)
  })

  test('any text can be decoded', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
      .filter((value) => !/[\p{Cc}\u2028\u2029]|^\s|\s$|\s\s/u.test(value))
    await fc.assert(
      fc.asyncProperty(text, async (subject) => {
        expect((await parse(textHeaderLine('Subject', subject))).subject).toBe(subject)
      }),
    )
  })
})

describe('a value cannot break out of its header [S10]', () => {
  const breaking = ['a\r\nBcc: b@example.com', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a\x0bb', 'a\u0085b']

  test.each(breaking)('%j is one line as a subject or a name', async (value) => {
    const line = value.replace(/[\p{Cc}\u2028]+/u, ' ')
    const head = `${textHeaderLine('Subject', value)}${headerLine('To', formatMailbox('To', { name: value, address: 'a@b.example' }))}`
    const mail = await parse(head)
    expect(mail).toMatchObject({ subject: line, to: [{ name: line, address: 'a@b.example' }] })
    expect(mail.headers.map(({ key }) => key)).toEqual(['subject', 'to'])
  })

  test.each(breaking)('%j is refused in an address and in any other header', (value) => {
    expect(() => headerLine('X-Any', value)).toThrow(HeaderError)
    expect(() => formatMailbox('To', { address: `${value}@b.example` })).toThrow(HeaderError)
  })

  test('an address cannot contain another one', () => {
    for (const address of [
      'a@b.example>, <c@d.example',
      'a@b.example,c@d.example',
      'a',
      'a b@c.example',
      'a@b@c.example',
    ]) {
      expect(() => formatMailbox('To', { address })).toThrow(HeaderError)
    }
  })
})

describe('mailboxes', () => {
  test.each([
    [{ address: 'hi@studio.example' }, 'hi@studio.example'],
    [{ name: '  ', address: 'hi@studio.example' }, 'hi@studio.example'],
    [{ name: 'Nora', address: 'hi@studio.example' }, 'Nora <hi@studio.example>'],
    [{ name: 'Studio, "North" Ltd.', address: 'hi@studio.example' }, '"Studio, \\"North\\" Ltd." <hi@studio.example>'],
    [{ name: 'Zoë', address: 'hi@studio.example' }, '=?UTF-8?Q?Zo=C3=AB?= <hi@studio.example>'],
    [{ name: 'Nora', address: 'hi@müller.example' }, 'Nora <hi@xn--mller-kva.example>'],
  ])('%j is written %s', (mailbox, written) => expect(formatMailbox('From', mailbox)).toBe(written))

  test.each(['Studio, "North" Ltd.', 'Zoë & Søn', '日本語の名前', 'a@b.example', '=?x', 'N'.repeat(120), '<script>'])(
    'the name %j comes back',
    async (name) => {
      const { from } = await parse(headerLine('From', formatMailbox('From', { name, address: 'hi@studio.example' })))
      expect(from).toEqual({ name, address: 'hi@studio.example' })
    },
  )

  test('only the domain is converted to ASCII', () => {
    expect(toAsciiDomain('jürgen@müller.example')).toBe('jürgen@xn--mller-kva.example')
  })
})

test('dates follow RFC 5322', () => {
  expect(formatMailDate(new Date('2026-03-04T05:06:07Z'))).toBe('Wed, 04 Mar 2026 05:06:07 +0000')
})
