import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, sendToSink } from '../../../testing/modules/sending.ts'
import { unusualAudience } from './advice.ts'

const WORDS = `<p>${'Peonies bloom early this year. '.repeat(6)}</p>`

async function draft(content: string, { subscribers = 5, subject = 'Spring' } = {}) {
  const account = await testAccount()
  const ids = await addSubscribers(account, subscribers)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject, preview_text: 'p', content, subscriber_filter: EVERYONE })
  return { account, ids, app, id }
}

test('an empty merge field is counted over the whole audience, with the names of some subscribers', async () => {
  const { account, ids, app, id } = await draft(`${WORDS}{{ subscriber.first_name }} {{ subscriber.shoe_size }}`, {
    subscribers: 250,
  })
  await account.ctx.db.customField.create({
    data: {
      account_id: account.account_id,
      key: 'shoe_size',
      name: 'ck_field_1_shoe_size',
      label: 'Shoe size',
      label_folded: 'shoe size',
      slot: 'p1',
    },
  })
  await account.ctx.sql.run(
    `update subscriber set first_name = null where account_id = $1 and id = any ($2::bigint[])`,
    [ids.slice(100, 104)],
  )
  await account.ctx.sql.run(`update subscriber set fields = '{"p1": "40"}' where account_id = $1`)
  const { remarks, ready } = await app.checklist({ id })
  expect(ready).toBe(true)
  expect(remarks).toMatchObject([{ code: 'empty_field', level: 'warning' }])
  const three = [101, 102, 103].map((n) => `subscriber${n}@example.net`).join(', ')
  expect(remarks[0]?.message).toBe(
    `The field “first_name” is empty for 4 of 250 recipients: ${three} and 1 more. Give it a default text.`,
  )
})

test('one click gives a merge field a default, however it is written', async () => {
  const { account, app, id } = await draft(`${WORDS}<p>Hi {{subscriber.first_name|capitalize}}</p>`)
  await account.ctx.sql.run('update subscriber set first_name = null where account_id = $1')
  const { remarks } = await app.checklist({ id })
  const fix = remarks.find(({ code }) => code === 'empty_field')?.fix
  if (fix?.kind !== 'replace') throw new Error('No repair was offered')
  const fixed = await app.applyFix({ id, find: fix.find, replace: fix.replace })
  expect(fixed.content).toContain('Hi {{subscriber.first_name|capitalize | default: "there" }}')
  expect((await app.checklist({ id })).remarks.map(({ code }) => code)).not.toContain('empty_field')
})

test('a misspelled merge field suggests the one that was meant, and one click repairs it', async () => {
  const { app, id } = await draft(`${WORDS}<p>Hi {{ subscriber.frist_name }}, {{ subscriber.frist_name | upcase }}</p>`)
  const { remarks } = await app.checklist({ id })
  expect(remarks).toMatchObject([
    {
      code: 'unknown_field',
      message:
        'There is no field “frist_name”, so its merge tag prints nothing for all 5 recipients. Did you mean “first_name”?',
      fix: { kind: 'replace', find: 'subscriber.frist_name', replace: 'subscriber.first_name' },
    },
  ])
  const [fix] = remarks.flatMap((one) => (one.fix?.kind === 'replace' ? [one.fix] : []))
  const fixed = await app.applyFix({ id, find: fix?.find ?? '', replace: fix?.replace ?? '' })
  expect(fixed.content).toContain('Hi {{ subscriber.first_name }}, {{ subscriber.first_name | upcase }}')
  expect((await app.checklist({ id })).remarks).toEqual([])
  await expect(app.applyFix({ id, find: 'nothing like this', replace: 'x' })).rejects.toThrow('not in the email')
})

test('a repair leaves longer names and hosts alone, and viewers make none', async () => {
  const { account, app, id } = await draft(
    `${WORDS}<a href="http://a.example/x">1</a><a href="http://a.example.org">2</a>{{ subscriber.city_name }} {{ subscriber.city }}`,
  )
  const find = { id, find: 'subscriber.city', replace: 'subscriber.region' }
  expect((await app.applyFix(find)).content).toContain('{{ subscriber.city_name }} {{ subscriber.region }}')
  const viewer = dashboard(account, withRole(account, 'viewer')).broadcasts
  await expect(viewer.applyFix(find)).rejects.toThrow('This needs the editor role')
})

test('each remark has a fix, also what blocks', async () => {
  const { account, app, id } = await draft('', { subject: ' ' })
  await account.ctx.db.account.updateMany({ data: { postal_address: null } })
  await app.update({ id, subscriber_filter: [] })
  const { remarks, ready } = await app.checklist({ id })
  expect(ready).toBe(false)
  expect(remarks.map(({ code, fix }) => [code, fix?.label])).toEqual([
    ['no_subject', 'Write a subject'],
    ['no_content', 'Write the email'],
    ['no_postal_address', 'Add postal address'],
    ['no_audience', 'Choose recipients'],
  ])
  await expect(app.send({ id })).rejects.toThrow("Subject can't be blank")
})

test('warnings never prevent sending', async () => {
  await sendToSink()
  const { app, id } = await draft('<a href="">x</a> {{ subscriber.frist_name }}')
  expect((await app.checklist({ id })).remarks.length).toBeGreaterThan(0)
  await app.send({ id })
  expect(['scheduled', 'sending']).toContain((await app.get({ id })).status)
})

test('broken links, slow servers, private addresses and large images are found through the guarded client', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { url = '' } = request
    if (url === '/gone') response.writeHead(404).end()
    else if (url === '/broken') response.writeHead(503).end()
    else if (url === '/no-head' && request.method === 'HEAD') response.writeHead(405).end()
    else if (url === '/large.png') response.writeHead(200, { 'content-length': 2_000_000 }).end()
    else if (url === '/unsized.png' && request.method === 'HEAD') response.writeHead(200).end()
    else if (url === '/unsized.png') response.writeHead(206, { 'content-range': 'bytes 0-1/3000000' }).end('ab')
    else if (url === '/moved') response.writeHead(302, { location: 'https://elsewhere.example' }).end()
    else if (url === '/members') response.writeHead(403).end()
    else response.writeHead(200, { 'content-length': 10 }).end(request.method === 'HEAD' ? '' : '0123456789')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await configureOutbound({
    allow_networks: ['127.0.0.1'],
    allow_ports: [port],
    resolve: async (host) => {
      if (host === 'unknown.example') throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  onTestFinished(async () => {
    await configureOutbound()
    server.close()
  })
  const at = (path: string) => `http://shop.example:${port}${path}`
  const paths = ['/fine', '/gone', '/broken', '/no-head', '/moved', '/members']
  const { app, id } = await draft(
    `${WORDS}${paths.map((path) => `<a href="${at(path)}">x</a>`).join('')}<a href="${at('/fine')}">again</a>
     <a href="http://unknown.example/">x</a><a href="http://10.0.0.1/">x</a><a href="https://x.example/{{ subscriber.id }}">x</a>
     <img src="${at('/large.png')}" alt="a"><img src="${at('/unsized.png')}" alt="b"><img src="${at('/small.png')}" alt="c">`,
  )
  let check = await app.linkCheck({ id })
  while (!check.is_done) check = await app.linkCheck({ id })
  const texts = check.remarks.map(
    ({ code, message }) => `${code}: ${message.replaceAll(`http://shop.example:${port}`, '')}`,
  )
  expect(texts.sort()).toEqual([
    'broken_link: The link /broken answers with an error (503). Correct or remove it.',
    'broken_link: The link /gone does not exist (404). Correct or remove it.',
    'broken_link: The link http://10.0.0.1/ is not publicly reachable. Correct or remove it.',
    'broken_link: The link http://unknown.example/ leads to a server that cannot be found. Correct or remove it.',
    'broken_link: The link https://x.example/0 cannot be reached. Correct or remove it.',
    'large_image: The image /large.png is larger than 1 MB, which is slow on phones. Use a smaller one.',
    'large_image: The image /unsized.png is larger than 1 MB, which is slow on phones. Use a smaller one.',
  ])
  expect(check.total).toBe(12)
  const before = asked.length
  expect((await app.linkCheck({ id })).remarks).toHaveLength(7)
  expect(asked.length).toBe(before)
  expect(asked.filter((one) => one.endsWith('/fine'))).toHaveLength(1)
})

test('an audience much larger or smaller than those of the last ten broadcasts is pointed out', () => {
  const last = [300, 420, 380]
  expect(unusualAudience(1_200, last)?.message).toBe(
    'This audience has 1,200 subscribers, and your last 3 broadcasts had 300 to 420. Check that it is the right one.',
  )
  expect(unusualAudience(100, last)).toMatchObject({ code: 'unusual_audience' })
  for (const usual of [0, 150, 300, 420, 840]) expect(unusualAudience(usual, last)).toBeNull()
  expect(unusualAudience(9_000, [10, 10])).toBeNull()
})

test('an email that hides its unsubscribe link or postal address from some subscribers says from how many [B6, L1]', async () => {
  const footer = '<p><a href="{{ unsubscribe_url }}">Leave</a> {{ address }}</p>'
  const { account, ids, app, id } = await draft(
    `${WORDS}{% unless subscriber.city == "Oslo" %}<p>Far away</p>{% else %}${footer}{% endunless %}`,
  )
  const set = (columns: string, subscribers: number[]) =>
    account.ctx.sql.run(`update subscriber set ${columns} where account_id = $1 and id = any ($2::bigint[])`, [
      subscribers,
    ])
  const found = async (content?: string) => {
    if (content) await app.update({ id, content })
    return (await app.checklist({ id })).remarks.filter(({ code }) => code === 'added_footer')
  }
  await set(`city = 'Oslo'`, ids.slice(1, 3))
  expect(await found()).toMatchObject([{ level: 'warning', fix: { kind: 'field', field: 'content' } }])
  expect((await found())[0]?.message).toMatch(
    /^3 of 5 subscribers checked do not see the unsubscribe link and the postal address, such as subscriber\d@example\.net\. What is missing is added/,
  )
  await set(`city = 'Oslo'`, ids)
  expect(await found()).toEqual([])
  expect(
    (await found(`${WORDS}<a href="{{ unsubscribe_url }}">Leave</a><p style="display:none">{{ address }}</p>`))[0]
      ?.message,
  ).toBe('No subscriber sees the postal address. What is missing is added at the end of the email.')
  await addSubscribers(account, 120, 'more')
  expect((await found())[0]?.message).toContain('subscribers checked sees the postal address. What is missing is added')
  expect(await found(WORDS)).toEqual([])
})

test('what was left out of the content when it was saved is named, until it is saved without it', async () => {
  const { app, id } = await draft(`${WORDS}<script>1</script><!-- x --><style>.a{position:fixed}</style>`)
  const named = async () =>
    (await app.checklist({ id })).remarks.flatMap(({ code, message }) => (code === 'left_out' ? message : []))
  expect(await named()).toEqual([
    'The style “position: fixed” was left out.',
    'Comments were left out: emails and posts do not contain them.',
    '<script> was left out: emails and posts cannot contain it.',
  ])
  await app.update({ id, subject: 'Summer' })
  expect(await named()).toHaveLength(3)
  await app.update({ id, content: WORDS })
  expect(await named()).toEqual([])
})
