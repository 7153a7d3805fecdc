import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { confirmationUrl } from '../confirmation/tokens.ts'
import { FormSettings } from '../settings-schema.ts'

// Creators' sites show copies of our pages: the WordPress plugin fetches a landing page and serves it from the site's own address.

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

async function landingPage(settings: object = {}) {
  const account = await testAccount()
  const form = await unscoped().form.create({
    data: {
      account_id: account.account_id,
      uid: randomBytes(5).toString('hex'),
      name: 'Kiln opening',
      type: 'hosted',
      double_opt_in: false,
      settings: FormSettings.parse({ ask_first_name: true, ...settings }),
    },
  })
  return { account, form, url: `${env().BASE_URL}/f/${form.uid}` }
}

const ask = (url: string, init: RequestInit = {}) =>
  app.request(url, init, { incoming: { socket: { remoteAddress: '203.0.113.200' } } })
const post = (url: string, fields: Record<string, string>) =>
  ask(url, { method: 'POST', body: new URLSearchParams(asVisitor(new URL(url).pathname.slice(3), fields)) })

/** Returns every URL in the HTML that a browser would resolve against the page's own. */
function addressesIn(html: string): string[] {
  const attributes = html.matchAll(/\s(?:href|src|srcset|action|formaction|poster|data|background)="([^"]*)"/g)
  return [...attributes].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}
/** Returns the HTML that the embed script inserts. */
const embeddedHtml = (script: string): string =>
  JSON.parse(script.slice(script.lastIndexOf('},{"uid"') + 2, script.lastIndexOf(');'))).versions[0].html
const formsIn = (html: string) => html.match(/<form\b[^<>]*>/g) ?? []
const actionOf = (form = '') => /\saction="([^"]*)"/.exec(form)?.[1]

test('a landing page copied onto the creator’s own site still accepts sign-ups', async () => {
  const { account, url } = await landingPage()
  const copy = await (await ask(url)).text()
  const action = actionOf(formsIn(copy)[0])
  // Does what a browser does with the form on the creator's site.
  const target = new URL(action ?? '', 'https://studio.example/join').href
  expect(target).toBe(url)
  expect((await post(target, { email_address: 'copied@example.net', first_name: 'Lin' })).status).toBe(200)
  expect(await account.ctx.db.subscriber.findFirst({ where: { email_address: 'copied@example.net' } })).toMatchObject({
    first_name: 'Lin',
    state: 'active',
  })
})

test('pages of a form contain only absolute URLs', async () => {
  const { account, form, url } = await landingPage({ redirect_url: '' })
  const subscriber = await unscoped().subscriber.create({
    data: { account_id: account.account_id, email_address: 'ann@example.net', state: 'inactive' },
  })
  const link = confirmationUrl({
    account_id: account.account_id,
    form_id: form.id,
    subscriber_id: Number(subscriber.id),
  })
  const pages = {
    form: await ask(`${url}?utm_source=x`),
    refused: await post(url, { email_address: 'nonsense' }),
    thanks: await post(url, { email_address: 'thanked@example.net' }),
    script: await ask(`${url}/index.js`),
    confirmation: await ask(link),
    confirmed: await ask(link, { method: 'POST' }),
    unknown: await ask(`${url}x`),
  }
  for (const [name, page] of Object.entries(pages)) {
    const text = await page.text()
    const html = name === 'script' ? embeddedHtml(text) : text
    for (const tag of formsIn(html)) expect(actionOf(tag), `${name}: ${tag}`).toMatch(/^https?:\/\//)
    for (const address of addressesIn(html)) expect(URL.canParse(address), `${name}: ${address}`).toBe(true)
  }
})

test('a hosted form can be submitted under another host name than BASE_URL', async () => {
  const { url } = await landingPage()
  const { pathname } = new URL(url)
  const page = await ask(`http://another-name.example${pathname}`)
  expect(actionOf(formsIn(await page.text())[0])).toBe(url)
  // Browsers check the form's action against this policy, and 'self' is the other name.
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(/form-action ([^;]*)/.exec(policy)?.[1]?.split(' ')).toEqual(["'self'", env().BASE_URL])
})
