import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE } from '../../../testing/modules/sending.ts'
import { createCustomField } from '../../custom-fields/service.ts'

async function written(content: string) {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content, subscriber_filter: EVERYONE })
  return { account, app, id }
}

async function remarksAbout(content: string) {
  const { app, id } = await written(content)
  const { remarks } = await app.checklist({ id })
  return remarks.filter(({ code }) => ['unknown_field', 'foreign_tag', 'broken_liquid'].includes(code))
}

test.each([
  '&#8220;you&#8221;',
  '&ldquo;you&rdquo;',
  '&#x201C;you&#x201d;',
  '&bdquo;you&ldquo;',
  '&#x27;you&#x27;',
  '&#039;you&#039;',
  '&apos;you&apos;',
  '&#x22;you&#x22;',
  '&quot;you&quot;',
  '&lsquo;you&rsquo;',
  '“you”',
  '″you″',
  '&Prime;you&Prime;',
  '´you´',
  '&acute;you&acute;',
  '`you`',
  '「you」',
  '『you』',
  '‹you›',
  '＂you＂',
])('a default between %s works as between straight quotes', async (default_text) => {
  const { account, app, id } = await written(`<p>Hi {{ subscriber.nick | default: ${default_text} }}!</p>`)
  await createCustomField(account.ctx, { label: 'Nick' })
  expect((await app.preview({ id })).html).toContain('Hi you!')
  expect((await app.preview({ id })).text).toContain('Hi you!')
})

test('an apostrophe between curly quotes, and characters as entities, are the text', async () => {
  const { app, id } = await written(
    '<p>{{ subscriber.city | default: &#8220;it&#8217;s caf&eacute; time&#8221; }} {{ subscriber.region | default: &ldquo;it&#39;s&rdquo; }}</p>',
  )
  expect((await app.preview({ id })).text).toContain("it’s café time it's")
})

test.each([
  ['{{ first_name }}', 'subscriber.first_name'],
  ['{{ contact.first_name }}', 'subscriber.first_name'],
  ['{{ SUBSCRIBER.FIRST_NAME }}', 'subscriber.first_name'],
  ['{{ subscriber.FIRSTNAME }}', 'subscriber.first_name'],
  ['{{ subscriber.first_\u200bname }}', 'subscriber.first_name'],
  ['{{ subscriber.first&#8203;_name }}', 'subscriber.first_name'],
  ['{{ recipient.email }}', 'subscriber.email_address'],
  ['{{ contact.FIRSTNAME }}', 'subscriber.first_name'],
  ['*|FNAME|*', 'subscriber.first_name'],
  ['[[firstname]]', 'subscriber.first_name'],
  ['%FIRSTNAME%', 'subscriber.first_name'],
  ['%%first_name%%', 'subscriber.first_name'],
  ['[subscriber:firstname | default:friend]', 'subscriber.first_name'],
  ['{$name}', 'subscriber.first_name'],
  ['{first_name, "there"}', 'subscriber.first_name'],
  ['*|EMAIL|*', 'subscriber.email_address'],
  ['«First Name»', 'subscriber.first_name'],
  ['$[FNAME]$', 'subscriber.first_name'],
  ['%recipient.first_name%', 'subscriber.first_name'],
  ['<%= first_name %>', 'subscriber.first_name'],
  ['%%=v(@firstName)=%%', 'subscriber.first_name'],
  ['[% firstname %]', 'subscriber.first_name'],
  ['$firstname$', 'subscriber.first_name'],
  ['$\u007bfirstName}', 'subscriber.first_name'],
  ['$!{contact.firstName}', 'subscriber.first_name'],
  ['@@firstname@@', 'subscriber.first_name'],
  ['__FIRSTNAME__', 'subscriber.first_name'],
  ['__first_name__', 'subscriber.first_name'],
  ['((first_name))', 'subscriber.first_name'],
  ['~Contact.FirstName~', 'subscriber.first_name'],
  ['##firstname##', 'subscriber.first_name'],
  ['｛｛ subscriber.first_name ｝｝', 'subscriber.first_name'],
  ['{{ First Name }}', 'subscriber.first_name'],
  ['{{ subscriber.first name }}', 'subscriber.first_name'],
  ['{{insert first_name "default=there"}}', 'subscriber.first_name'],
  ['{Vorname}', 'subscriber.first_name'],
  ['[[Vorname]]', 'subscriber.first_name'],
  ['%PRENOM%', 'subscriber.first_name'],
  ['%PRÉNOM%', 'subscriber.first_name'],
  ['{Имя}', 'subscriber.first_name'],
  ['[名前]', 'subscriber.first_name'],
  ['{correo_electronico}', 'subscriber.email_address'],
  ['%UNSUBSCRIBELINK%', '{{ unsubscribe_url }}'],
  ['[unsubscribe]', '{{ unsubscribe_url }}'],
  ['{unsubscribe}', '{{ unsubscribe_url }}'],
  ['*|UNSUB|*', '{{ unsubscribe_url }}'],
  ['#{first_name}', 'subscriber.first_name'],
  ['##first_name##', 'subscriber.first_name'],
  ['~Contact.FirstName~', 'subscriber.first_name'],
  ['{!firstname}', 'subscriber.first_name'],
  ['[subscriber:firstname | default:friend]', 'subscriber.first_name'],
  ['%%=v(@name)=%%', 'subscriber.first_name'],
  ['*|UPDATE_PROFILE|*', '{{ preferences_url }}'],
  ['{{ account.foo }}', 'account.foo'],
  ['{{ delivery.id }}', 'delivery.id'],
])('%s gets one remark, which names %s', async (tag, right) => {
  const remarks = await remarksAbout(`<p>Dear ${tag}, hello</p>`)
  expect(remarks).toHaveLength(1)
  const [remark] = remarks
  expect(remark?.message + (remark?.fix?.kind === 'replace' ? remark.fix.replace : '')).toContain(right)
  if (remark?.code === 'foreign_tag')
    expect(remark.fix).toMatchObject({ find: tag.replace('<', '&lt;').replace('>', '&gt;') })
})

test.each([
  '<p>[x] Save 50% today, 20% tomorrow. See [1] and {a} or [[wiki]] “quoted”, <<a>></p>',
  '<p>Arrays a[0] and %d of %s, 100%, {"name": 1} and #first</p>',
  '<p>It costs $5 or $10, f(g(name)), ~2 kg~ (see __init__), 5 <% 10 %> and <a href="{{ unsubscribe_url }}">[unsubscribe]</a></p>',
  '<p>{% if 1 < 2 and 3 > 2 %}{{ "<b>bold</b>" | strip_html }}{% endif %} {{ account.time_zone }} {{ address }}</p>',
  '<p>{{ subscriber.first_name | default: "you" }} {{ account.name }} {% assign a = 1 %}{{ a }}</p>',
])('%s gets no remark about merge tags', async (content) => {
  expect(await remarksAbout(content)).toEqual([])
})

test('the offered repair replaces all words of a tag, and keeps its filters', async () => {
  const { app, id } = await written('<p>{{ First Name | upcase }}</p>')
  const [remark] = (await app.checklist({ id })).remarks.filter(({ code }) => code === 'unknown_field')
  if (remark?.fix?.kind !== 'replace') throw new Error('no repair')
  const { find, replace } = remark.fix
  await app.applyFix({ id, find, replace })
  expect((await app.get({ id })).content).toBe('<p>{{ subscriber.first_name | upcase }}</p>')
})

test('the offered repair changes only the tag that it is about', async () => {
  const { app, id } = await written('<p>{{ subscriber.first_name | default: "a" }} {{ first_name | upcase }}</p>')
  const remark = (await app.checklist({ id })).remarks.find(({ code }) => code === 'unknown_field')
  if (remark?.fix?.kind !== 'replace') throw new Error('no repair')
  const { find, replace } = remark.fix
  await app.applyFix({ id, find, replace })
  expect((await app.get({ id })).content).toBe(
    '<p>{{ subscriber.first_name | default: "a" }} {{ subscriber.first_name | upcase }}</p>',
  )
})

test.each([
  ["{{ subscriber.city | default: “it's” }}", 'straight'],
  ['{{ <b>subscriber.city</b> }}', 'HTML inside of the tag'],
  ['{{ subscriber<wbr>.first_name }}', 'HTML inside of the tag'],
  ['{{ subscriber.<br>first_name }}', 'HTML inside of the tag'],
  ['{{ subscriber.<br />first_name }}', 'HTML inside of the tag'],
  ['{{ subscriber<span class="x">.first_name</span> }}', 'HTML inside of the tag'],
  ['{% if subscriber<wbr>.first_name %}x{% endif %}', 'HTML inside of the tag'],
  ['{{{first_name}}}', 'Write two braces'],
  ['{{ subscriber.first_name }', 'A brace is missing'],
  ['{{ subscriber.first_name } and {{ subscriber.city }}', 'A brace is missing'],
  ['{% if subscriber.city }x{% endif %}', 'A percent sign is missing'],
  [
    '{{lead.First Name:default=friend}}',
    'Write {{ subscriber.first_name }}, or {{ subscriber.first_name | default: "…" }}',
  ],
  ["{{ personalization_token('contact.firstname', 'there') }}", 'Write {{ subscriber.first_name }}'],
  ['{{ contact.firstname|default("there") }}', 'Write {{ subscriber.first_name }}'],
  ['{{ contact.first_name | default "x" }}', 'Write {{ subscriber.first_name }}'],
  ['{{var:firstname:"there"}}', 'Write {{ subscriber.first_name }}'],
  ['{{data:Email}}', 'Write {{ subscriber.email_address }}'],
  [`{{\${first_name}}}`, 'Write {{ subscriber.first_name }}'],
  ['{{first_name | fallback:"there"}}', 'Write {{ subscriber.first_name }}'],
  ['{{#if Vorname}}x{{/if}}', 'Write {{ subscriber.first_name }}'],
])('%s is refused with what to do', async (tag, words) => {
  const account = await testAccount()
  const { status, body } = await api('POST /v4/broadcasts', key(account), { content: `<p>${tag}</p>` })
  expect(status).toBe(422)
  expect(body.errors[0]).toMatch(/^content, line 1: /)
  expect(body.errors[0]).toContain(words)
})

test.each(['First name', 'Email address', 'ID', 'Tags', 'City', 'Segments'])(
  'a field with the label %s has a key that prints it, and hides nothing',
  async (label) => {
    const account = await testAccount()
    const { value: field } = await createCustomField(account.ctx, { label })
    await api('POST /v4/subscribers', key(account), {
      email_address: 'ada@home.example',
      first_name: 'Ada',
      fields: { [field.key]: 'Own' },
    })
    const app = dashboard(account).broadcasts
    const { id } = await app.create({
      subject: 'x',
      content: `<p>{{ subscriber.${field.key} }} of {{ subscriber.first_name }} at {{ subscriber.email_address }}</p>`,
    })
    expect((await app.preview({ id })).text).toContain('Own of Ada at ada@home.example')
  },
)

test('hours are those of the account, and dates stay the day that they name', async () => {
  const { account, app, id } = await written(
    '<p>{{ "now" | date: "%z" }} {{ "2026-07-01T22:30:00Z" | date: "%d %H:%M" }} {{ 1782945000 | date: "%d %H" }} ' +
      '{{ "2026-07-01" | date: "%d %H" }} {{ "2026-07-01 10:00" | date: "%d %H" }} {{ "July 1, 2026" | date_to_string }} ' +
      '{{ "2026-07-01T22:30:00Z" | date_to_string }} {{ "2026-07-01T22:30:00Z" | date: "%H", "UTC" }} {{ "soon" | date: "%H" }}</p>',
  )
  await account.ctx.db.account.updateMany({ data: { time_zone: 'Asia/Tokyo' } })
  expect((await app.preview({ id })).text).toContain('+0900 02 07:30 02 07 01 00 01 10 01 Jul 2026 02 Jul 2026 22 soon')
})
