import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
  visit,
} from '../../../testing/modules/sending.ts'
import { createCustomFields } from '../../custom-fields/service.ts'

/** Sends one email with these addresses as links. Returns the `href` of each, where it leads, and the plain text. */
async function sentLinks(hrefs: readonly string[], account?: TestAccount) {
  const sink = await sendToSink()
  const to = account ?? (await testAccount())
  if (!account) await addSubscribers(to, 1)
  const content = hrefs.map((href, at) => `<p>Look <a href="${href}">here ${at}.</a> now</p>`).join('')
  await sendAll(to, await startBroadcast(to, { content }))
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  const { html = '', text = '' } = await parseMail(message)
  const links = await Promise.all(
    hrefs.map(async (_, at) => {
      const before = html.slice(0, html.indexOf(`>here ${at}.`))
      const sent =
        before
          .slice(before.lastIndexOf(' href="') + 7)
          .split('"', 1)[0]
          ?.replaceAll('&amp;', '&') ?? ''
      const is_tracked = sent.includes('/t/c/')
      return { sent, is_tracked, leads_to: is_tracked ? (await visit(sent)).headers.get('location') : sent }
    }),
  )
  return { links, text, html }
}

const TRACKED = [
  ['https://shop.example/p?a=1&#038;b=2', 'https://shop.example/p?a=1&b=2'],
  ['https://shop.example/p?a=1&#x00026;b=2', 'https://shop.example/p?a=1&b=2'],
  ['https://shop.example/p?a=1&amp;b=2', 'https://shop.example/p?a=1&b=2'],
  ['https://shop.example/p?a&#61;1&amp;mail=x&#64;y.example', 'https://shop.example/p?a=1&mail=x@y.example'],
  ['https&#58;//shop.example/p', 'https://shop.example/p'],
  ['https&colon;&sol;&sol;shop&period;example/p', 'https://shop.example/p'],
  ['https://shop.example/caf&eacute;', 'https://shop.example/caf%C3%A9'],
  ['https://shop.example/?q=a&apos;b&lpar;c&rpar;', 'https://shop.example/?q=a%27b(c)'],
  // In an attribute, a name without a semicolon is text before `=` and before another character of a name.
  ['https://shop.example/?a=1&copy=2&notit=3&lt=4', 'https://shop.example/?a=1&copy=2&notit=3&lt=4'],
  ['https://shop.example/?a=1&amp;copy=2', 'https://shop.example/?a=1&copy=2'],
  ['https://shop.example/?a=x&ampy', 'https://shop.example/?a=x&ampy'],
  ['  https://shop.example/&Tab;a&NewLine;b  ', 'https://shop.example/ab'],
  ['https://shop.example/?a=&#x1F600;', 'https://shop.example/?a=%F0%9F%98%80'],
  // An email has no page whose scheme it could take.
  ['//shop.example/p?a=1&amp;b=2', 'https://shop.example/p?a=1&b=2'],
  ['&#47;&#47;shop.example/p', 'https://shop.example/p'],
  ['https://shop.example/&Uuml;ber&quest;a&equals;1&num;top', 'https://shop.example/%C3%9Cber?a=1#top'],
  ['https://shop.example/p?q=a+b%2Bc&amp;r=%E4', 'https://shop.example/p?q=a+b%2Bc&r=%E4'],
  ['https://shop.example/#/route?x=1&region=eu&section=2', 'https://shop.example/#/route?x=1&region=eu&section=2'],
] as const

test('tracked links lead where a browser goes', async () => {
  const { links } = await sentLinks(TRACKED.map(([href]) => href))
  for (const [at, [href, target]] of TRACKED.entries()) {
    expect(links[at]?.is_tracked, href).toBe(true)
    expect(new URL(links[at]?.leads_to ?? '').href, href).toBe(target)
  }
})

test('images and the text part have a scheme, too', async () => {
  const account = await testAccount()
  const content = '<p><a href="//shop.example/p">Shop</a> <img src="//cdn.example/a.png" alt="A"></p>'
  const { body } = await api('POST /v4/broadcasts', key(account), { content })
  expect(body.broadcast.content).toBe(content)
  const { html, text } = await dashboard(account).broadcasts.preview({ id: body.broadcast.id })
  expect(html).toContain('src="https://cdn.example/a.png"')
  expect(text).toContain('Shop [1] A\n\n[1] https://shop.example/p\n')
})

const UNTRACKED = [
  'sms:+4512345678',
  'whatsapp://send?text=hi',
  'skype:ann?call',
  'tg://resolve?domain=ann',
  'ftp://files.example/a',
  'tel:+4512345678',
  'webcal://x.example/a.ics',
  'geo:59.9,10.7',
  'xmpp:ann@x.example',
  'facetime:ann@x.example',
  'signal://signal.me/#p/+45',
  'threema://compose?id=ABC',
  'zoommtg://zoom.us/join?confno=1',
  'spotify:track:abc',
  'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
]

test('links to apps, phones and calendars stay as they are, and are not tracked', async () => {
  const account = await testAccount()
  const content = UNTRACKED.map((href) => `<p><a href="${href}">x</a></p>`).join('')
  const { body } = await api('POST /v4/broadcasts', key(account), { content })
  expect(body.broadcast.content).toBe(content)
  const { links } = await sentLinks(UNTRACKED)
  expect(links).toMatchObject(UNTRACKED.map((href) => ({ sent: href, is_tracked: false })))
})

const UNSAFE = [
  'javascript:alert(1)',
  'java&Tab;script:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ms-msdt:x',
]

test('addresses that run code, name files or start programs are no links [S3]', async () => {
  const { html } = await sentLinks(UNSAFE)
  expect(html).toContain(`here ${UNSAFE.length - 1}.`)
  expect(html).not.toMatch(/alert\(1\)|data:text|vbscript|passwd|msdt/)
})

/** A subscriber with these values of custom fields and this name. */
async function subscriberWith(first_name: string, values: Record<string, string> = {}) {
  const account = await testAccount()
  await createCustomFields(account.ctx, { items: Object.keys(values).map((label) => ({ label })) })
  const fields = Object.fromEntries(Object.entries(values).map(([label, value]) => [label.toLowerCase(), value]))
  const made = await api('POST /v4/subscribers', key(account), {
    email_address: 'ada+news@home.example',
    first_name,
    fields,
  })
  expect(made.status).toBe(201)
  return account
}

const WITH_VALUES = [
  ['https://x.example/?email={{ subscriber.email_address }}', 'https://x.example/?email=ada%2Bnews%40home.example'],
  [
    'https://x.example/?name={{ subscriber.first_name }}&amp;k=1',
    'https://x.example/?name=Tom%20%26%20J%C3%A9r%C3%B4me%20%231&k=1',
  ],
  ['https://x.example/{{ subscriber.code }}/x', 'https://x.example/a%20b%2Fc%3Fd/x'],
  ['https://x.example/#{{ subscriber.code }}', 'https://x.example/#a%20b%2Fc%3Fd'],
  ['{{ subscriber.site }}', 'https://ada.example/?a=1&b=2'],
  ['{{ subscriber.site }}&amp;from=news', 'https://ada.example/?a=1&b=2&from=news'],
  ['https://{{ subscriber.host }}/x', 'https://ada.example/x'],
  ['https://{{ subscriber.site }}', 'https://ada.example/?a=1&b=2'],
  ['https://x.example/?u={{ subscriber.site }}', 'https://x.example/?u=https%3A%2F%2Fada.example%2F%3Fa%3D1%26b%3D2'],
  [
    'https://x.example/?name={{ subscriber.first_name | url_encode }}',
    'https://x.example/?name=Tom+%26+J%C3%A9r%C3%B4me+%231',
  ],
  ['https://x.example/?n={{ subscriber.nick | default: "A &amp; B" }}', 'https://x.example/?n=A%20%26%20B'],
  [
    'https://x.example/?{% if subscriber.code %}c={{ subscriber.code }}{% else %}none{% endif %}',
    'https://x.example/?c=a%20b%2Fc%3Fd',
  ],
] as const

test('values in addresses arrive whole', async () => {
  const values = { Code: 'a b/c?d', Site: 'https://ada.example/?a=1&b=2', Host: 'ada.example', Nick: '' }
  const account = await subscriberWith('Tom & Jérôme #1', values)
  const { links, text } = await sentLinks(
    WITH_VALUES.map(([href]) => href),
    account,
  )
  for (const [at, [href, target]] of WITH_VALUES.entries()) {
    expect(new URL(links[at]?.leads_to ?? '').href, href).toBe(target)
    expect(text, href).toContain(`] ${target}\n`)
  }
})

test('a value in mailto and tel is the address', async () => {
  const account = await subscriberWith('Ada', { Phone: '+45 12 34' })
  const hrefs = ['mailto:{{ subscriber.email_address }}?subject={{ subscriber.phone }}', 'tel:{{ subscriber.phone }}']
  const { links } = await sentLinks(hrefs, account)
  expect(links.map(({ sent }) => sent)).toEqual([
    'mailto:ada+news@home.example?subject=%2B45%2012%2034',
    'tel:+45%2012%2034',
  ])
})

test('what a creator assigned to be part of an address stays', async () => {
  const account = await subscriberWith('Ada & Co')
  const sink = await sendToSink()
  const content =
    '{% assign utm = "?utm_source=a&amp;utm_medium=b" %}{% assign who = subscriber.first_name %}' +
    '<p><a href="https://x.example/{{ utm }}&amp;n={{ who }}">here</a></p>'
  await sendAll(account, await startBroadcast(account, { content }))
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  expect((await parseMail(message)).text).toContain('https://x.example/?utm_source=a&utm_medium=b&n=Ada%20%26%20Co')
})

test('a value in the address of an image is encoded, and no other scheme gets there [S4]', async () => {
  const account = await subscriberWith('Tom & #1', { Site: 'javascript:alert(1)' })
  const sink = await sendToSink()
  const content =
    '<p><img src="https://x.example/{{ subscriber.first_name }}.png" alt="a"><img src="{{ subscriber.site }}" alt="b"></p>'
  await sendAll(account, await startBroadcast(account, { content }))
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  const { html } = await parseMail(message)
  expect(html).toContain('src="https://x.example/Tom%20%26%20%231.png"')
  expect(html).not.toContain('alert')
})
