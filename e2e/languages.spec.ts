import { type Browser, type Page, test } from '@playwright/test'
import { IS_DEEP } from './support/deep.ts'
import { DESK, examine, PHONE, pageOn } from './support/page-checks.ts'
import { call, newAddress, newUser, signUp } from './support/user.ts'

// Texts in the pseudo-locales have accents (PSEUDO_LOCALES), and this account's content is Greek, so a plain word is one that no catalog
// can translate.

test('every text of the dashboard can be translated, at both sizes and in both directions', async ({
  page,
  browser,
}) => {
  const user = { ...newUser('Maria'), name: 'Μαρία', account_name: 'Τα νέα' }
  await signUp(page, user)
  await call(page, 'users.chooseLanguage', { language: 'en-XA' })
  const paths = IS_DEEP ? [...PAGES, ...(await content(page))] : PAGES.slice(0, 5)
  await look(browser, page, { tag: 'en-XA', dir: 'ltr', paths, screen: DESK })
  await look(browser, page, { tag: 'ar-XB', dir: 'rtl', paths, screen: PHONE })
})

/** Pages that differ most from each other. */
const PAGES = [
  '/',
  '/broadcasts',
  '/subscribers',
  '/subscribers/import',
  '/tags',
  '/segments/new',
  '/automations',
  '/analytics',
  '/settings',
  '/settings/team',
  '/settings/security',
  '/settings/notifications',
  '/notifications',
  '/activity',
]

/** Creates a record of each main type, and returns their pages. */
async function content(page: Page): Promise<string[]> {
  const subscriber = await call<{ id: number }>(page, 'subscribers.add', {
    email_address: newAddress('lin'),
    first_name: 'Λίνα',
  })
  const tag = await call<{ id: number }>(page, 'tags.create', { name: 'Καφές' })
  await call(page, 'tags.tag', { tag_id: tag.id, id: subscriber.id })
  const broadcast = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'Καλημέρα',
    content: '<p>Καλημέρα</p>',
  })
  const sequence = await call<{ id: number }>(page, 'sequences.create', { name: 'Καλώς ήρθες' })
  const form = await call<{ id: number }>(page, 'forms.create', { name: 'Φόρμα', type: 'embed', format: 'inline' })
  return [
    `/subscribers/${subscriber.id}`,
    `/broadcasts/${broadcast.id}`,
    `/sequences/${sequence.id}`,
    `/forms/${form.id}`,
  ]
}

interface Look {
  tag: string
  dir: 'ltr' | 'rtl'
  paths: readonly string[]
  screen: typeof DESK
}

/** Opens the pages in a locale and on a screen, then shows each on the other screen, where it must not overflow. */
async function look(browser: Browser, page: Page, { tag, dir, paths, screen }: Look): Promise<void> {
  const own = await pageOn(browser, screen, await page.context().storageState())
  await own.context().addCookies([{ name: 'envoi.locale', value: tag, url: test.info().project.use.baseURL ?? '' }])
  const other = screen === DESK ? PHONE.viewport : DESK.viewport
  const findings = async () => {
    const found = (await own.evaluate(plainTexts)).filter((text) => !SAME.some((same) => same.test(text)))
    if ((await own.locator('html').getAttribute('dir')) !== dir) found.push('has another direction')
    await own.setViewportSize(other)
    const beyond = await own.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (beyond > 0) found.push(`is ${beyond} px too wide at ${other.width} px`)
    await own.setViewportSize(screen.viewport)
    return [...new Set(found)].map((text) => `says "${text}" in ${tag}`)
  }
  await examine(own, paths, { by_links: true, look: findings })
  await own.context().close()
}

/** Names and texts that are the same in all languages. */
const SAME = [
  // Names of this service, of formats and of third parties.
  /^(Envoi|Envoi account|HTML|API|CSV|RSS|JSON|SPF|DKIM|DMARC|Liquid|Markdown)$/,
  /^(Kit|Mailchimp|Beehiiv|Substack)$/,
  // Time zones are named after places, and browsers by their makers.
  /^(Europe|America|Asia|Africa|Australia|Pacific|Atlantic|UTC)\b/,
  /^\P{L}*Chrome \P{ASCII}+ Linux\P{L}*$/u,
  // A chart's day as the locale writes it, a page title, and the shortcut for notifications.
  /^[A-Z][a-z]{2} \d{1,2}$/,
  /^\P{ASCII}[^A-Za-z]*( · Envoi| alt\+T)\P{L}*$/u,
  // The form's consent, in the account's language.
  /^I want to receive these emails\. I can unsubscribe at any time\.$/,
]

/**
 * Returns visible texts and labels with a word without accents, except users' texts, code and times, which are the same in all languages.
 */
function plainTexts(): string[] {
  const WORD = /(?<![\p{L}\d@._/-])[A-Za-z]{3,}(?![\p{L}\d@._/-])/u
  const NO_TEXT = 'code, pre, kbd, time, script, style, iframe, option, body [lang], [contenteditable]'
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (element?.checkVisibility() && !element.closest(NO_TEXT) && WORD.test(node.textContent ?? ''))
      found.push(node.textContent?.trim() ?? '')
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [alt]'))
    for (const name of ['aria-label', 'placeholder', 'alt']) {
      const text = element.getAttribute(name) ?? ''
      if (element.checkVisibility() && WORD.test(text)) found.push(text)
    }
  return found
}
