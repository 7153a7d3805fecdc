import { expect, test } from 'vitest'
import { TYPICAL_EMAILS } from './emails.ts'
import { renderTypical } from './render.ts'

// After an intended change: check the images of scripts/email-pictures.ts, then update the files with `vitest run -u`.

test.each(Object.keys(TYPICAL_EMAILS))(
  'the email %s is rendered as stored, with an unsubscribe link and an address [B6, L1]',
  async (name) => {
    const { html, text } = renderTypical(name)
    await expect(html).toMatchFileSnapshot(`rendered/${name}.html.txt`)
    await expect(`${text}\n`).toMatchFileSnapshot(`rendered/${name}.plain.txt`)
    for (const part of [html, text]) {
      expect(part).toContain('https://m.example/u/token')
      expect(part).toContain('0155 Oslo, Norway')
    }
    // Gmail clips longer emails, and the footer with it.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000)
    expect(text).not.toMatch(/[<>](?!\s)\w|\{[{%]/)
  },
)
