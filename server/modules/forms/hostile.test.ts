import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount } from '../../testing/account.ts'
import { runs } from '../../testing/runner/deep.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '"><script>alert(1)</script>',
    "'||(select 1)--",
    '\0',
    '\ud800',
    '{{ 7*7 }}',
    '%00',
    '../../etc',
    '\r\nSet-Cookie: a=b',
  ),
)
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('email_address', 'first_name', 'referrer', 'website', 'service_field_1_city'), text),
  fc.oneof(text, fc.emailAddress()),
  { maxKeys: 6 },
)

test('no form input causes a server error or becomes markup [S1, S4]', async () => {
  const { account_id } = await testAccount()
  const uid = randomBytes(5).toString('hex')
  await unscoped().form.create({ data: { account_id, uid, name: 'Footer', double_opt_in: false } })
  let line = 0
  const OUR_SCRIPT = `<script async src="${env().PUBLIC_URL}/f/forms.js"></script>`
  const check = fc.asyncProperty(
    fields,
    text,
    fc.constantFrom('text/html', 'application/json'),
    async (given, campaign, accept) => {
      line += 1
      const incoming = { socket: { remoteAddress: `198.18.${line >> 8}.${line & 255}` } }
      const query = new URLSearchParams({ utm_source: campaign })
      const page = await app.request(`http://envoi.test/f/${uid}?${query}`, {}, { incoming })
      expect(page.status).toBe(200)
      const body = new URLSearchParams(given)
      const answer = await app.request(
        `http://envoi.test/f/${uid}`,
        { method: 'POST', body, headers: { Accept: accept } },
        { incoming },
      )
      expect([200, 422]).toContain(answer.status)
      expect(answer.headers.get('set-cookie')).toBeNull()
      for (const html of [await page.text(), accept === 'text/html' ? await answer.text() : ''])
        expect(html.replaceAll(OUR_SCRIPT, '')).not.toMatch(/<(script|img|iframe|svg)/i)
    },
  )
  await fc.assert(check, { numRuns: runs(300, 60) })
})
