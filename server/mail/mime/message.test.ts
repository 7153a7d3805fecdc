import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { parseLiquid } from '../liquid/template.ts'
import { HeaderError } from './header.ts'
import { compileMail, type MailCopy, type MailFrame } from './message.ts'

const text = parseLiquid('Hi {{ name }},\n.\nsee {{ url }}\n', 'text')
const html = parseLiquid(
  '<p>Hi {{ name }}, größer als 1 = <a href="{{ url }}">x</a></p>{% if name == "Lin" %}\n<b>!</b>{% endif %}',
  'html',
)

const frame: MailFrame = {
  from: { name: 'Nora', address: 'hi@studio.example' },
  reply_to: { address: 'answers@studio.example' },
  text,
  html,
  list: { name: 'Studio North, news', id: '77.lists.m.example' },
  feedback_id: '301:77:broadcast:envoi',
  headers: { 'X-Mailer': 'Envoi' },
}

function copyFor(name: string, changes: Partial<MailCopy> = {}): MailCopy {
  const variables = { name, url: 'https://m.example/c/abc?x=1&y=2' }
  return {
    to: { name, address: 'lin@example.net' },
    subject: `Größe, ${name}`,
    message_id: 'token123@m.example',
    date: new Date('2026-03-04T05:06:07Z'),
    text: text.render(variables),
    html: html.render(variables),
    unsubscribe: { url: 'https://m.example/u/token', mailto: 'unsubscribe+token@m.example' },
    ...changes,
  }
}

describe('a filled message', () => {
  test('can be parsed completely', async () => {
    const mail = await PostalMime.parse(compileMail(frame).fill(copyFor('Lin')))
    expect(mail.from).toEqual({ name: 'Nora', address: 'hi@studio.example' })
    expect(mail.to).toEqual([{ name: 'Lin', address: 'lin@example.net' }])
    expect(mail.replyTo).toEqual([{ name: '', address: 'answers@studio.example' }])
    expect(mail.subject).toBe('Größe, Lin')
    expect(mail.messageId).toBe('<token123@m.example>')
    expect(mail.date).toBe('2026-03-04T05:06:07.000Z')
    expect(mail.text?.trim()).toBe('Hi Lin,\n.\nsee https://m.example/c/abc?x=1&y=2')
    expect(mail.html?.trim()).toBe(
      '<p>Hi Lin, größer als 1 = <a href="https://m.example/c/abc?x=1&amp;y=2">x</a></p>\n<b>!</b>',
    )
  })

  test('has each header once, both unsubscribe headers, and no line over 78 bytes [B4, B5]', () => {
    const raw = compileMail(frame).fill(copyFor('Lin')).toString('latin1')
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    const names = [...head.matchAll(/^([\w-]+):/gm)].map((match) => match[1])
    expect(names).toEqual([...new Set(names)])
    for (const name of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version']) expect(names).toContain(name)
    expect(head).toContain(
      'List-Unsubscribe: <https://m.example/u/token>,\r\n <mailto:unsubscribe+token@m.example>\r\n',
    )
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(head).toContain('List-Id: "Studio North, news" <77.lists.m.example>')
    expect(head).toContain('Precedence: bulk')
    expect(head).toContain('Feedback-ID: 301:77:broadcast:envoi')
    expect(raw.replaceAll('\r\n', '')).toMatch(/^[\t -~]*$/)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
  })

  test('transactional email has no list headers [B8]', () => {
    const raw = compileMail({ from: frame.from, text, html })
      .fill(copyFor('Lin', { unsubscribe: null }))
      .toString()
    expect(raw).not.toMatch(/^(?:List-|Precedence|Feedback-ID)/m)
  })

  test('differs between recipients only in the filled values', () => {
    const skeleton = compileMail(frame)
    const one = skeleton.fill(copyFor('Lin')).toString()
    const two = skeleton.fill(copyFor('Ola')).toString()
    expect(one.replaceAll('Lin', 'Ola')).toBe(two.replace('</p>=\r\n', '</p>=\r\n\r\n<b>!</b>'))
    expect(skeleton.fill(copyFor('Lin')).toString()).toBe(one)
  })

  test('values of any length and with any character are encoded', async () => {
    for (const name of ['ü'.repeat(300), 'a b  ', '=', '', '🎉 =\n', '-'.repeat(200), '.']) {
      const values = { name, url: `https://m.example/${'x'.repeat(300)}` }
      const raw = compileMail(frame).fill(copyFor('Lin', { text: text.render(values), html: html.render(values) }))
      const mail = await PostalMime.parse(raw)
      expect(mail.text).toContain(`Hi ${name.replace('\n', ' ')},\n`)
      expect(mail.html).toContain(`https://m.example/${'x'.repeat(300)}`)
      expect(
        Math.max(
          ...raw
            .toString('latin1')
            .split('\r\n')
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(78)
    }
  })

  test('text in other scripts is base64', async () => {
    const japanese = parseLiquid('<p>日本語のメールです。{{ name }}さん</p>', 'html')
    const raw = compileMail({ ...frame, html: japanese }).fill(
      copyFor('Lin', { html: japanese.render({ name: '林' }) }),
    )
    expect(raw.toString()).toContain('Content-Transfer-Encoding: base64')
    expect((await PostalMime.parse(raw)).html?.trim()).toBe('<p>日本語のメールです。林さん</p>')
  })
})

describe('values that would break a header are refused [S10]', () => {
  test.each<Partial<MailCopy>>([
    { to: { address: 'lin@example.net\r\nBcc: x@y.example' } },
    { message_id: 'a@b.example>\r\nX: y' },
    { unsubscribe: { url: 'https://m.example/u\r\nX: y' } },
    { unsubscribe: { url: 'https://m.example/u>,<https://evil.example' } },
  ])('%j', (changes) => expect(() => compileMail(frame).fill(copyFor('Lin', changes))).toThrow(HeaderError))

  test('in the frame when it is compiled', () => {
    expect(() => compileMail({ ...frame, from: { address: 'hi@studio.example\r\nX: y' } })).toThrow(HeaderError)
    expect(() => compileMail({ ...frame, feedback_id: 'a\nb' })).toThrow(HeaderError)
    expect(() => compileMail({ ...frame, headers: { 'X-Y: z\r\nBcc': 'a' } })).toThrow(HeaderError)
    expect(() => compileMail({ ...frame, list: { name: 'x', id: 'a>b' } })).toThrow(HeaderError)
  })
})

test('no line begins with a dot, so transports need not double any', async () => {
  const parts = fc.array(fc.constantFrom('.', '.\n', '\n', 'x'.repeat(74), 'é', '=', ' ', 'a.b', '\r', '\r\n.'))
  await fc.assert(
    fc.asyncProperty(parts, parts, parts, async (before, value, after) => {
      const [start, two, three] = [before, value, after].map((part) => part.join('')) as [string, string, string]
      const body = { fixed: [start, three], sample: 'text' }
      const raw = compileMail({ ...frame, text: body, html: body }).fill(
        copyFor(`.${two}`, { text: [two], html: [two] }),
      )
      expect(raw.indexOf('\r\n.')).toBe(-1)
      expect(raw[0]).not.toBe(0x2e)
      expect(raw.subarray(-2).toString()).toBe('\r\n')
      const read = (await PostalMime.parse(raw)).text
      const lines = [start, two, three].map((part) => part.replace(/\r\n?/g, '\n'))
      expect(read?.trimEnd()).toBe(lines.join('').trimEnd())
    }),
    { numRuns: 200 },
  )
})
