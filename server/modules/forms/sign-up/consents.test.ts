import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { followUpSignUps } from '../../sequences/enrolling/enrolling.ts'
import { createTag } from '../../tags/service.ts'
import { FormSettings } from '../settings-schema.ts'
import { offeredConsents } from './asked-fields.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

async function openForm(double_opt_in = false) {
  const { account_id, ctx } = await testAccount()
  const tag = (await createTag(ctx, { name: 'Partner emails' })).value
  const city = (await createCustomField(ctx, { label: 'City' })).value
  const settings = FormSettings.parse({
    fields: [{ custom_field_id: city.id, label: 'Where do you live?', is_required: true }, { custom_field_id: null }],
    consents: [
      { text: 'I am 16 or older.', is_required: true },
      { text: 'Partners may email me.', tag_id: tag.id },
    ],
  })
  const uid = randomBytes(5).toString('hex')
  const data = { account_id, uid, name: 'Footer', format: 'inline', double_opt_in, settings }
  const form = await unscoped().form.create({ data })
  const incoming = { incoming: { socket: { remoteAddress: `198.18.8.${++line}` } } }
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(asVisitor(uid, { email_address: `lin${line}@example.net`, ...fields }))
    return app.request(`http://envoi.test/f/${uid}`, { method: 'POST', body }, incoming)
  }
  const page = async () => (await app.request(`http://envoi.test/f/${uid}`, {}, incoming)).text()
  const [adult = '', partners = ''] = offeredConsents(settings).map(({ name }) => name)
  return { ctx, form, city, tag, adult, partners, post, page }
}

test('a form asks for its fields in its order, with its labels, and says which are optional', async () => {
  const { page, city, adult } = await openForm()
  const html = await page()
  expect(html.indexOf('Where do you live?')).toBeLessThan(html.indexOf('First name'))
  expect(html).toMatch(new RegExp(`<span>Where do you live\\?</span><input name="${city.name}" required`))
  expect(html).toContain('First name <small>(optional)</small>')
  expect(html).toContain(`<input type="checkbox" name="${adult}" value="yes" required>`)
})

test('what is missing is named, and the page shows what was entered', async () => {
  const { post, city, adult, partners, ctx } = await openForm()
  const answer = await post({ first_name: 'Lin', [partners]: 'yes' })
  const html = await answer.text()
  expect(answer.status).toBe(422)
  const marked = (name: string) => `aria-invalid="true" aria-describedby="problem-${name}"`
  const problem = (name: string, text: string) => `<p class="problem" id="problem-${name}">${text}</p>`
  expect(html).toContain(`<input name="${city.name}" required maxlength="1000" ${marked(city.name)} autofocus></label>`)
  expect(html).toContain(problem(city.name, 'Where do you live? is required'))
  expect(html).toContain(`name="${adult}" value="yes" required ${marked(adult)}>`)
  expect(html).toContain(problem(adult, 'Tick “I am 16 or older.” to subscribe'))
  expect(html).toContain('name="first_name" value="Lin"')
  expect(html).toContain(`name="${partners}" value="yes" checked`)
  expect(await ctx.db.subscriber.count()).toBe(0)
})

test('each ticked text is stored word for word, once, and gives its tag [L3]', async () => {
  const { post, city, adult, partners, ctx, tag, form } = await openForm()
  const given = { [city.name]: 'Oslo', [adult]: 'yes', [partners]: 'yes', consent_000000000000: 'yes' }
  expect((await post(given)).status).toBe(200)
  expect((await post(given)).status).toBe(200)
  const texts = async () => (await ctx.db.consent.findMany({ orderBy: { id: 'asc' } })).map(({ text }) => text)
  const stored = [FormSettings.parse({}).consent_text, 'I am 16 or older.', 'Partners may email me.']
  expect(await texts()).toEqual(stored)
  const { id } = await ctx.db.subscriber.findFirstOrThrow()
  await followUpSignUps(ctx, { subscriber_ids: [Number(id)] })
  expect(await ctx.db.tagging.findMany()).toMatchObject([{ tag_id: tag.id }])
  // A changed text is another box: a page with the old one agrees to nothing.
  const settings = FormSettings.parse({
    ...(form.settings as object),
    consents: [{ text: 'I am 18 or older.', is_required: true }],
  })
  await ctx.db.form.updateMany({ data: { settings } })
  expect(await (await post(given)).text()).toContain('Tick “I am 18 or older.” to subscribe')
})

test('with double opt-in, the tag of a ticked text waits for the confirmation', async () => {
  const { post, city, adult, partners, ctx } = await openForm(true)
  await post({ [city.name]: 'Oslo', [adult]: 'yes', [partners]: 'yes' })
  const { id } = await ctx.db.subscriber.findFirstOrThrow()
  await followUpSignUps(ctx, { subscriber_ids: [Number(id)] })
  expect(await ctx.db.tagging.count()).toBe(0)
  await ctx.db.subscriber.updateMany({ data: { state: 'active' } })
  await followUpSignUps(ctx, { subscriber_ids: [Number(id)] })
  expect(await ctx.db.tagging.count()).toBe(1)
})
