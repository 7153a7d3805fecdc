import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { createTypedField } from '../../custom-fields/typed.ts'
import { FormSettings } from '../settings-schema.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

const markOf = (name: string, problem: string) => `<p class="problem" id="problem-${name}">${problem}</p>`

async function typedForm() {
  const account = await testAccount()
  const field = async (label: string, type: 'number' | 'date' | 'choice' | 'choices' | 'yes_no' | 'text') => {
    const choices = ['Red', '<b>Blue</b>', 'Green']
    return (await createTypedField(account.ctx, { label, type, choices: type.startsWith('choice') ? choices : [] }))
      .value
  }
  const fields = {
    height: await field('Height', 'number'),
    birthday: await field('Birthday', 'date'),
    size: await field('Size', 'choice'),
    colors: await field('Colors', 'choices'),
    member: await field('Member', 'yes_no'),
    note: await field('Note', 'text'),
  }
  const { account_id } = account
  const settings = FormSettings.parse({ custom_field_ids: Object.values(fields).map(({ id }) => id) })
  const uid = randomBytes(5).toString('hex')
  const data = { account_id, uid, name: 'Footer', format: 'inline', double_opt_in: false, settings }
  await unscoped().form.create({ data })
  const incoming = { incoming: { socket: { remoteAddress: `203.0.114.${++line}` } } }
  const post = (values: [keyof typeof fields | 'email_address', string][], accept = 'application/json') => {
    const named = values.map(([name, value]) => [name === 'email_address' ? name : fields[name].name, value])
    const email_address = named.find(([name]) => name === 'email_address')?.[1] ?? ''
    const visitor = Object.entries(asVisitor(uid, { email_address })).filter(([name]) => name !== 'email_address')
    const init = { method: 'POST', body: new URLSearchParams([...named, ...visitor]), headers: { Accept: accept } }
    return app.request(`http://envoi.test/f/${uid}`, init, incoming)
  }
  const page = async () => (await app.request(`http://envoi.test/f/${uid}`, {}, incoming)).text()
  const stored = () => unscoped().subscriber.findMany({ where: { account_id }, orderBy: { id: 'asc' } })
  return { fields, post, page, stored }
}

test('a form has the input of each field, with escaped choices', async () => {
  const { page, fields } = await typedForm()
  const text = await page()
  expect(text).toContain(`name="${fields.height.name}" type="number" step="any"`)
  expect(text).toContain(`name="${fields.birthday.name}" type="date"`)
  expect(text).toContain(`<select name="${fields.size.name}"><option value=""></option><option>Red</option>`)
  expect(text).toContain('<legend><span>Colors</span></legend>')
  expect(text).toContain(`type="checkbox" name="${fields.colors.name}" value="&lt;b&gt;Blue&lt;/b&gt;"`)
  expect(text).toContain(`<select name="${fields.member.name}"><option value=""></option><option>Yes</option>`)
  expect(text).not.toContain('<b>Blue')
})

test('what is sent is stored in the form of its type, several checked boxes together', async () => {
  const { post, stored } = await typedForm()
  const answer = await post([
    ['email_address', 'lin@example.net'],
    ['height', '1.70'],
    ['birthday', '1990-05-05'],
    ['size', 'red'],
    ['colors', 'Green'],
    ['colors', 'Red'],
    ['member', 'yes'],
    ['note', ' a, b '],
  ])
  expect(answer.status).toBe(200)
  const [{ fields = {} } = {}] = await stored()
  const values = {
    height: '1.7',
    birthday: '1990-05-05',
    size: 'Red',
    colors: 'Red, Green',
    member: 'Yes',
    note: 'a, b',
  }
  expect(fields).toEqual(values)
})

test('a value of another type is refused by name for every address, and what was entered is shown again', async () => {
  const { fields, post, stored } = await typedForm()
  expect((await post([['email_address', 'lin@example.net']])).status).toBe(200)
  for (const address of ['lin@example.net', 'new@example.net']) {
    const refused = await post([
      ['email_address', address],
      ['height', 'tall'],
      ['colors', 'Red'],
      ['colors', 'Black'],
    ])
    expect(refused.status).toBe(422)
    expect(await refused.json()).toEqual({
      errors: ['Height must be a number such as 12.5. Colors must be some of: Red, <b>Blue</b>, Green'],
      form: expect.stringContaining(markOf(fields.height.name, 'Height must be a number such as 12.5')),
    })
  }
  const page = await (
    await post(
      [
        ['email_address', 'new@example.net'],
        ['height', 'tall'],
        ['colors', 'Red'],
        ['size', 'Green'],
      ],
      'text/html',
    )
  ).text()
  // Beside the input, which names it, and nowhere else; the first that is wrong has the focus.
  const { name } = fields.height
  expect(page.split('Height must be a number such as 12.5')).toHaveLength(2)
  expect(page).toContain(markOf(name, 'Height must be a number such as 12.5'))
  expect(page).toContain(` aria-invalid="true" aria-describedby="problem-${name}" autofocus>`)
  expect(page).toContain('<p class="refused" role="alert">Please correct the marked fields.</p>')
  expect(page).toContain('value="Red" checked')
  expect(page).toContain('<option selected>Green</option>')
  expect(await stored()).toHaveLength(1)
})
