import { expect, type Page, type Route, test } from '@playwright/test'
import { keepUndo } from './support/notices.ts'
import { hydrated } from './support/page-checks.ts'
import { apiOf } from './support/rest.ts'
import { ask, call, newUser, saveMossWeekly, signUp, signUpAtHome } from './support/user.ts'

interface Planned {
  versions: { content: string | null }[]
}

/** Slows the page down like a phone or an old laptop, once it is hydrated: keys pressed before that are lost. */
async function slowDown(page: Page): Promise<void> {
  await hydrated(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 5 })
}

/** Holds requests until they are released, so the machine's speed does not matter. */
async function hold(page: Page, name: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await released.promise
    await route.continue()
  }
  await page.route(name, wait)
  return () => released.resolve()
}

async function emailToOne(page: Page): Promise<number> {
  await signUp(page, newUser('Ida'))
  await saveMossWeekly(page, 120)
  const { key } = await call<{ key: string }>(page, 'api_keys.create', { name: 'A program', scope: 'public' })
  await apiOf(key)('POST /v4/subscribers', { email_address: 'lin@reader.example', state: 'active' })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'The moss is out',
    content: '<p>Hello</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  return id
}

const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' })

test('keys after a click on another version go into no version until it has the focus, on a slow machine', {
  tag: '@deep',
}, async ({ page }) => {
  const id = await emailToOne(page)
  await call(page, 'broadcasts.addVersion', { id })
  await page.goto(`/broadcasts/${id}`)
  await slowDown(page)
  const tab = (name: string) => page.getByRole('tab', { name: `Version ${name}` })
  await contentOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  const release = await hold(page, /broadcasts\.update/)
  await page.keyboard.type(' from A')
  await tab('B').click()
  await expect(tab('B')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Opening version B…')).toBeVisible()
  await expect(contentOf(page)).toHaveCount(0)
  // Shortcuts that would leave the page, and a key that would press the tab.
  await page.keyboard.type('there c g h ? z')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  release()
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.type(' from B')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await tab('A').click()
  await expect(contentOf(page)).toBeFocused()
  await expect(contentOf(page)).toHaveText('Hello from A')
  await expect(page).toHaveURL(new RegExp(`/broadcasts/${id}$`))
  expect(await ask(page, 'broadcasts.get', { id })).toMatchObject({ content: '<p>Hello from A</p>' })
  const { versions } = await ask<Planned>(page, 'broadcasts.plan', { id })
  // Version B has A's text until it has its own.
  expect(versions[0]?.content).toBe('<p>Hello from A from B</p>')
})

/** Two texts of a kind, and how the user gets from the first to the other. */
interface Pair {
  /** URLs of the first text and the other. */
  first: string
  other: string
  /** Search text for the other. */
  name: string
  /** The field that the user types into. */
  label: string
  /** The query and its inputs that return the texts. */
  query: string
  inputs: [first: object, other: object]
}

const PAIRS = {
  post: async (page) => {
    const create = (title: string) => call<{ id: number }>(page, 'posts.create', { title, content: '<p>Hello</p>' })
    const [first, other] = [await create('Moss'), await create('Lichen')]
    return pairAt((id) => `/posts/${id}`, [first.id, other.id], { label: 'Title', query: 'posts.get' })
  },
  broadcast: async (page) => {
    const create = (subject: string) =>
      call<{ id: number }>(page, 'broadcasts.create', { subject, content: '<p>Hi</p>' })
    const [first, other] = [await create('Moss'), await create('Lichen')]
    return pairAt((id) => `/broadcasts/${id}`, [first.id, other.id], { label: 'Subject', query: 'broadcasts.get' })
  },
  'sequence email': async (page) => {
    const { id: sequence_id } = await call<{ id: number }>(page, 'sequences.create', { name: 'Course' })
    const email = { content: '<p>Hi</p>', delay_value: 1, delay_unit: 'days' }
    const create = (subject: string) =>
      call<{ id: number }>(page, 'sequences.createEmail', { sequence_id, subject, ...email })
    const [first, other] = [await create('Moss'), await create('Lichen')]
    const at = (id: number) => `/sequences/${sequence_id}/emails/${id}`
    return pairAt(at, [first.id, other.id], { label: 'Subject', query: 'sequences.email', of: { sequence_id } })
  },
  snippet: async (page) => {
    const create = (name: string) =>
      call<{ id: number }>(page, 'snippets.create', {
        name,
        snippet_type: 'block',
        document_attributes: { value_html: '<p>Hi</p>' },
      })
    const [first, other] = [await create('Moss'), await create('Lichen')]
    return pairAt((id) => `/snippets/${id}`, [first.id, other.id], { label: 'Name', query: 'snippets.get' })
  },
  template: async (page) => {
    const create = (name: string) => call<{ id: number }>(page, 'templates.create', { name, start: 'HTML' })
    const [first, other] = [await create('Moss'), await create('Lichen')]
    return pairAt((id) => `/templates/${id}`, [first.id, other.id], { label: 'Name', query: 'templates.get' })
  },
} satisfies Record<string, (page: Page) => Promise<Pair>>

function pairAt(
  at: (id: number) => string,
  [first, other]: [number, number],
  { of, ...shown }: { label: string; query: string; of?: object },
): Pair {
  return {
    ...shown,
    first: at(first),
    other: at(other),
    name: 'Lichen',
    inputs: [
      { ...of, id: first },
      { ...of, id: other },
    ],
  }
}

/** Chooses the other text in the palette while typing into the first, and continues to type before it arrives. */
async function switchWhileTyping(page: Page, { first, other, name, label, query, inputs }: Pair): Promise<void> {
  const stored = async () => JSON.stringify(await Promise.all(inputs.map((input) => ask(page, query, input))))
  const field = page.getByRole('main').getByRole('textbox', { name: label, exact: true })
  await page.goto(first)
  await slowDown(page)
  const release = await hold(page, new RegExp(`${other}\\b`))
  await field.click()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(name)
  await expect(palette.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  // Shortcuts that would leave the page.
  await page.keyboard.type('there c g h ? z')
  release()
  await expect(page).toHaveURL(new RegExp(`${other}$`))
  await expect(field).toBeFocused()
  expect(await stored()).not.toContain('there')
  await page.keyboard.type(' grows')
  await expect(field).toHaveValue(`${name} grows`)
}

test('keys after choosing another text in the palette go into neither text, on a slow machine', {
  tag: '@deep',
}, async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await switchWhileTyping(page, await PAIRS.post(page))
})

for (const [kind, create] of Object.entries(PAIRS).filter(([one]) => one !== 'post'))
  test(`keys after choosing another ${kind} go into neither, on a slow machine`, { tag: '@deep' }, async ({ page }) => {
    await signUp(page, newUser('Ida'))
    await switchWhileTyping(page, await create(page))
  })

test('another step or section that is clicked gets the keys, and no shortcut does, on a slow machine', {
  tag: '@deep',
}, async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await test.step('steps of an automation', async () => {
    const steps = [
      { id: 'pause', kind: 'wait', wait: { for: 'duration', minutes: 1440 }, next: 'later' },
      { id: 'later', kind: 'wait', wait: { for: 'duration', minutes: 2880 }, next: null },
    ]
    const graph = { triggers: [], first: 'pause', steps }
    const { id } = await call<{ id: number }>(page, 'automations.create', { name: 'Course', kind: 'visual', graph })
    await page.goto(`/automations/${id}`)
    await slowDown(page)
    await page.getByRole('button', { name: /^Wait.*1 day/s }).click()
    const wait = page.getByRole('complementary', { name: /^Wait/ }).getByRole('textbox').first()
    await wait.click()
    await page.getByRole('button', { name: /^Wait.*2 days/s }).click()
    await page.keyboard.type('4')
    await expect(wait).toBeFocused()
    await expect(wait).toHaveValue('24')
    await expect
      .poll(() => ask(page, 'automations.get', { id }))
      .toMatchObject({ graph: { steps: [{ wait: { minutes: 1440 } }, { wait: { minutes: 24 * 1440 } }] } })
  })

  await test.step('sections of a landing page', async () => {
    const { id } = await call<{ id: number }>(page, 'forms.landing.create', { name: 'Course', template: 'course' })
    await page.goto(`/forms/${id}/landing`)
    const sections = page.getByRole('list', { name: 'Sections' })
    await sections.getByRole('button', { name: /^Hero/ }).click()
    const panel = page.getByRole('region', { name: 'Hero' })
    const text = panel.getByLabel('Text', { exact: true })
    await text.fill('Moss.')
    await page.getByRole('button', { name: 'All sections' }).click()
    await sections.getByRole('button', { name: /^Hero/ }).click()
    await expect(text).toBeFocused()
    await page.keyboard.type(' c g h')
    await expect(text).toHaveValue('Moss. c g h')
  })
})

test('a version that cannot be saved stays, and while offline the header of version B says so', async ({ page }) => {
  const id = await emailToOne(page)
  await call(page, 'broadcasts.addVersion', { id })
  await page.goto(`/broadcasts/${id}`)
  const tab = (name: string) => page.getByRole('tab', { name: `Version ${name}` })
  await tab('B').click()
  await expect(contentOf(page)).toBeFocused()
  await page.context().setOffline(true)
  await page.keyboard.type(' typed offline')
  await expect(page.getByRole('main').getByText('Not saved: You are offline.')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
  await tab('A').click()
  await expect(tab('B')).toHaveAttribute('aria-selected', 'true')
  await expect(contentOf(page)).toContainText('typed offline')
  await page.context().setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('a stored text that differs from the page’s is not sent, and both are shown', async ({ page }) => {
  const id = await emailToOne(page)
  await page.goto(`/broadcasts/${id}`)
  await page.route(/broadcasts\.update/, (route) =>
    route.continue({ postData: route.request().postData()?.replace('Hello there', 'Hello ther') ?? '' }),
  )
  await contentOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' there')
  await page.getByRole('button', { name: 'Review and send' }).click()
  const review = page.getByRole('dialog', { name: 'Review and send' })
  await expect(review.getByText('The stored email is not the one on your page. Nothing is sent.')).toBeVisible()
  await expect(review.getByRole('figure', { name: 'Content on your page' })).toContainText('Hello there')
  await expect(review.getByRole('figure', { name: 'Content, stored' })).toContainText('Hello ther')
  await expect(review.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.unroute(/broadcasts\.update/)
  await review.getByRole('button', { name: 'Keep the text on the page' }).click()
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(review.getByRole('button', { name: 'Send to 1 person' })).toBeEnabled()
  expect(await ask(page, 'broadcasts.get', { id })).toMatchObject({ content: '<p>Hello there</p>' })

  await test.step('sent by keyboard, it is undone by keyboard', async () => {
    const send = review.getByRole('button', { name: 'Send to 1 person' })
    while (!(await send.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('z')
    await expect(page.getByRole('button', { name: 'Review and send' })).toBeVisible()
  })
})

test('the key C starts a broadcast with its subject', async ({ page }) => {
  await signUpAtHome(page, newUser('Ida'))
  await page.keyboard.press('c')
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.keyboard.type('Moss')
  await expect(page.getByRole('heading', { level: 1, name: 'Moss' })).toBeVisible()
})

test('a published sequence email is changed by “Publish changes”, but not while a field is invalid', async ({
  page,
}) => {
  await emailToOne(page)
  const { id: sequence_id } = await call<{ id: number }>(page, 'sequences.create', { name: 'Course' })
  const email = { subject: 'One', content: '<p>Hello</p>', delay_value: 1, delay_unit: 'days' }
  const one = await call<{ id: number }>(page, 'sequences.createEmail', { sequence_id, ...email, published: true })
  const { id } = await call<{ id: number }>(page, 'sequences.createEmail', { sequence_id, ...email, subject: 'Two' })
  const stored = () => ask<{ subject: string; has_changes: boolean }>(page, 'sequences.email', { sequence_id, id })

  await test.step('a refused wait is named and not published', async () => {
    await page.goto(`/sequences/${sequence_id}/emails/${id}`)
    await page.getByLabel('Wait').fill('0')
    await expect(page.getByText('Not saved: Wait: Enter 1 or more')).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Wait: Enter 1 or more', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Wait')).toBeFocused()
    await page.getByLabel('Wait').fill('2')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  })

  await test.step('text waits', async () => {
    await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled()
    await page.getByLabel('Subject').fill('Two, better')
    await expect(page.getByText('Your changes are saved but not published yet.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Subject')).toHaveValue('Two, better')
    expect(await stored()).toMatchObject({ has_changes: true })
    await keepUndo(page)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Two')
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Two, better')
    await page.getByRole('button', { name: 'Publish changes' }).click()
    await expect(page.getByText('Your changes are saved but not published yet.')).toHaveCount(0)
    expect(await stored()).toMatchObject({ subject: 'Two, better', has_changes: false })
  })

  await test.step('it says who gets which text next, before it is published', async () => {
    const { rows } = await ask<{ rows: { id: number }[] }>(page, 'subscribers.list', { per_page: 1 })
    await call(page, 'sequences.enroll', { sequence_id, id: rows[0]?.id })
    await page.goto(`/sequences/${sequence_id}/emails/${one.id}`)
    await page.getByLabel('Subject').fill('One, better')
    const next = '1 person gets this email next, with'
    await expect(page.getByText(`${next} the published text until you publish the changes.`)).toBeVisible()
    await page.getByRole('button', { name: 'Publish changes' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Publish your changes?' })
    await expect(dialog.getByText(`${next} your changes. Emails that were sent stay as they are.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish changes' }).click()
    await expect(page.getByText('Your changes are saved but not published yet.')).toHaveCount(0)
  })
})

test('text after “/paywall” is for buyers only, and publishing a paid post without any asks first', async ({
  page,
}) => {
  await emailToOne(page)
  await call(page, 'purchases.saveProduct', {
    name: 'The Bench Course',
    price: 40,
    currency: 'usd',
    url: 'https://shop.example/bench',
    pid: 'p-1',
  })
  const post = (content: string) =>
    call<{ id: number }>(page, 'posts.create', { title: 'A bench', content, is_paid: true })
  const dialog = page.getByRole('dialog')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })

  await page.goto(`/posts/${(await post('<p>Everyone reads this.</p>')).id}`)
  await page.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/paywall')
  await expect(page.getByRole('option', { name: 'Paywall', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('The joint is secret.')
  await publish.click()
  await expect(dialog.getByText('Everyone reads the first paragraph, 3 words; buyers 4 more.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeVisible()

  await page.goto(`/posts/${(await post('<p>Everyone reads this.</p><hr data-paywall="">')).id}`)
  await publish.click()
  await expect(dialog.getByText('Nothing is left for buyers.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeVisible()
})
