import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { messageTo } from './mailbox.ts'
import { productOf } from './page-checks.ts'
import type { Records } from './page-list.ts'
import { call, newAddress, newUser, saveMossWeekly, signUp } from './user.ts'

const NEWS = `<p>The kiln is cold again, and everything in it survived. Three bowls came out greener than the glaze promised.</p>
  <h2>Open studio</h2><p>On Thursday from five to nine, with soup.</p>`

const FILE = ['Email,First name,Town', 'ann@reader.example,Ann,Oslo', 'bo@reader.example,Bo,Bergen', ''].join('\n')

/**
 * Signs up and creates records that the demo account lacks: a landing page, an import, a sending domain, a named site with a post, and
 * every kind of emailed link. Returns them by their names in page patterns (pages.ts).
 */
export async function recordsOfOwnAccount(page: Page): Promise<Records> {
  const ida = newUser('Ida')
  await signUp(page, ida)
  await saveMossWeekly(page)
  const emails = await linksOfAnEmail(page)
  const forms = await withForms(page)
  const [invited, sender, joining] = [newAddress('omar'), newAddress('studio'), newUser('Lea')]
  await call(page, 'team.invite', { email_address: invited, role: 'editor' })
  await call(page, 'sending_addresses.add', { email_address: sender, from_name: 'Ida at the studio' })
  await call(page, 'users.requestReset', { email_address: ida.email_address })
  await call(page, 'account.signUp', { ...joining, time_zone: 'Europe/Oslo' })
  const { id: domain } = await call<{ id: number }>(page, 'sending_domains.add', { domain: `studio-${mark()}.no` })
  return {
    ...emails,
    ...forms,
    ...(await withSite(page)),
    import: await uploadFile(page),
    domain,
    invitation: await tokenTo(invited, 'invitations'),
    sending_address: await tokenTo(sender, 'confirm-sending-address'),
    reset: await tokenTo(ida.email_address, 'reset-password'),
    sign_up: await tokenTo(joining.email_address, 'sign-up'),
  }
}

const mark = () => randomBytes(4).toString('hex')

/** Returns the token of an email's first link to such a page. */
async function tokenTo(address: string, path: string): Promise<string> {
  const link = new RegExp(`/${path}/([\\w.-]+)`)
  const { text = '' } = await messageTo(address, ({ text = '' }) => link.test(text))
  return link.exec(text)?.[1] ?? ''
}

/** Sends an email to a subscriber, who requests a copy of their data. */
async function linksOfAnEmail(page: Page): Promise<Records> {
  const lin = newAddress('lin')
  await call(page, 'subscribers.add', { email_address: lin, first_name: 'Lin' })
  const { id: tag_id } = await call<{ id: number }>(page, 'tags.create', { name: 'workshops' })
  await call(page, 'tags.saveTopic', { id: tag_id, name: 'Workshops', description: 'Dates, once a month' })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'The kiln is cold again',
    content: NEWS,
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await call(page, 'broadcasts.send', { id })
  const { headers } = await messageTo(lin)
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const preferences = await tokenTo(lin, 'preferences')
  await page.request.post(`/preferences/${preferences}`, { form: { action: 'copy' } })
  return {
    unsubscribe: /\/u\/([\w.-]+)/.exec(header)?.[1],
    preferences,
    copy: await tokenTo(lin, 'preferences/confirm'),
  }
}

/** Creates a hosted form with a sign-up, and a landing page with two tested versions. */
async function withForms(page: Page): Promise<Records> {
  const { id, uid } = await call<{ id: number; uid: string }>(page, 'forms.landing.create', {
    name: 'Spring course',
    template: 'course',
  })
  await call(page, 'forms.landing.publish', { id, version: 1 })
  await call(page, 'forms.landing.addVersionB', { id })
  await call(page, 'forms.landing.publish', { id, variant: 'b', version: 1 })
  const hosted = await call<{ uid: string; embed_url: string }>(page, 'forms.create', {
    name: 'Studio news',
    type: 'hosted',
    format: null,
  })
  const lin = newAddress('lin')
  await page.goto(hosted.embed_url)
  await page.getByLabel('Email address').fill(lin)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  return { landing: id, landing_uid: uid, hosted: hosted.uid, confirmation: await tokenTo(lin, 'confirm') }
}

/** Names the site and publishes a post. */
async function withSite(page: Page): Promise<Records> {
  const site = `moss-${mark()}`
  await call(page, 'sites.save', { name: site })
  const { id } = await call<{ id: number }>(page, 'posts.create', {
    title: 'The kiln is cold again',
    description: 'Three bowls, greener than promised',
    content: NEWS,
    topics: ['Kiln'],
  })
  const { slug } = await call<{ slug: string }>(page, 'posts.publish', { id })
  return { site, slug }
}

/** Uploads a file of subscribers with unmapped columns. */
async function uploadFile(page: Page): Promise<number> {
  const data = Buffer.from(FILE)
  const { id } = await call<{ id: number }>(page, 'imports.create', {
    filename: 'workshop-visitors.csv',
    byte_size: data.length,
  })
  await page.request.post(`/api/imports/${id}/chunks?offset=0`, { data, headers: { origin: productOf(page) } })
  await call(page, 'imports.analyze', { id })
  return id
}
