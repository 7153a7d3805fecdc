import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { inbox, opened } from '../../testing/modules/service-emails.ts'
import { upsertSubscriber } from '../subscribers/service.ts'

test('an address changes once the new one is confirmed, and the old address can undo it [L3]', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { id, post, page, stored, email_address } = await opened(account)
  const next = `new-${email_address}`
  expect((await post({ action: 'address', email_address: ` ${next.toUpperCase()} ` })).status).toBe(200)
  expect((await stored())?.email_address).toBe(email_address)
  const [mail] = await arrived(next)
  expect(await (await page(mail?.link)).text()).toContain(next)
  expect((await stored())?.email_address).toBe(email_address)
  expect((await post({}, mail?.link)).status).toBe(200)
  expect((await stored())?.email_address).toBe(next)
  expect((await post({}, mail?.link)).status).toBe(404)
  expect(
    await account.ctx.db.consent.findFirst({ where: { subscriber_id: id, source: 'double_opt_in' } }),
  ).toMatchObject({
    text: `Changed the address from ${email_address} to ${next}`,
  })
  const [notice] = await arrived(email_address)
  expect(notice?.subject).toContain('was changed')
  expect(await (await page(notice?.link)).text()).toContain('Use this address again')
  await post({}, notice?.link)
  expect((await stored())?.email_address).toBe(email_address)
})

test('a stranger with a forwarded email cannot get a subscriber’s data by changing the address [L5]', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { id, post, stored, email_address } = await opened(account)
  const [stranger, second] = [`stranger-${email_address}`, `second-${email_address}`]
  for (const address of [stranger, second]) {
    await post({ action: 'address', email_address: address })
    await post({}, (await arrived(address)).at(-1)?.link)
    expect((await stored())?.email_address).toBe(address)
  }
  // Even if the owner of the old address takes long to notice.
  await account.ctx.sql.run(`update preference_request set expires_at = now() - interval '1 day' where account_id = $1`)
  for (const action of ['copy', 'erasure'])
    expect(await (await post({ action })).text()).toContain('the email to your old address')
  for (const address of [stranger, second])
    expect(
      (await arrived(address)).map(({ subject }) => subject).filter((subject) => /data/.test(subject ?? '')),
    ).toEqual([])
  const subjects = (await arrived(email_address)).map(({ subject }) => subject)
  expect(subjects).toEqual([
    expect.stringContaining('was changed'),
    expect.stringMatching(/data/),
    expect.stringMatching(/data/),
  ])
  // A creator who confirms or changes the address vouches for it.
  const { subscribers, privacy } = dashboard(account)
  expect(await subscribers.get({ id })).toMatchObject({ email_address: second, owner_address: email_address })
  await privacy.confirmAddress({ id })
  expect(await subscribers.get({ id })).toMatchObject({ owner_address: second })
  await post({ action: 'copy' })
  expect((await arrived(second)).at(-1)?.subject).toMatch(/data/)
  const vouched = `vouched-${email_address}`
  await api(`PUT /v4/subscribers/${id}`, key(account), { email_address: vouched })
  await post({ action: 'copy' })
  expect((await arrived(vouched)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/data/)])
})

test('data belongs to a new address only after the old one agrees, and only to the address named in its notice [L5]', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { post, page, stored, email_address } = await opened(account)
  const [stranger, next] = [`stranger-${email_address}`, `new-${email_address}`]
  const move = async (address: string) => {
    await post({ action: 'address', email_address: address })
    await post({}, (await arrived(address)).at(-1)?.link)
  }
  await move(stranger)
  const notice = async () =>
    (await arrived(email_address)).filter(({ subject }) => subject?.endsWith('was changed')).at(-1)?.link
  const told = await notice()
  expect(await (await page(told)).text()).toContain('I changed it')
  await move(`second-${email_address}`)
  // The page does not name the second address, and the stranger cannot agree in the owner's place.
  expect(await (await page(told)).text()).not.toContain('I changed it')
  expect((await post({ action: 'agree' }, told)).status).toBe(409)
  expect((await post({ action: 'agree' }, (await arrived(stranger)).at(-1)?.link)).status).toBe(409)
  await post({}, (await arrived(stranger)).at(-1)?.link)
  expect((await stored())?.email_address).toBe(stranger)
  expect(await (await post({ action: 'copy' })).text()).toContain('the email to your old address')
  await post({}, told)
  await move(next)
  const last = await notice()
  expect(await (await post({ action: 'agree' }, last)).text()).toContain('belong to it now')
  expect((await post({}, last)).status).toBe(404)
  expect((await stored())?.email_address).toBe(next)
  expect(await (await post({ action: 'copy' })).text()).toContain('Check your inbox')
  expect((await arrived(next)).at(-1)?.subject).toMatch(/data/)
})

test('undoing an address change ends every link sent since, even after a user vouched for the new address', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { id, post, stored, email_address } = await opened(account)
  const stranger = `stranger-${email_address}`
  await post({ action: 'address', email_address: stranger })
  await post({}, (await arrived(stranger)).at(-1)?.link)
  await post({ action: 'erasure' })
  const links = await arrived(email_address)
  const [back, erasure] = [links.at(0)?.link, links.at(1)?.link]
  expect((await post({}, back)).status).toBe(200)
  expect((await post({}, erasure)).status).toBe(404)
  expect((await stored())?.email_address).toBe(email_address)
  // After a user chose another address, only the creator can change it back.
  const second = `second-${email_address}`
  await post({ action: 'address', email_address: second })
  await post({}, (await arrived(second)).at(-1)?.link)
  const vouched = `vouched-${email_address}`
  await api(`PUT /v4/subscribers/${id}`, key(account), { email_address: vouched })
  expect((await post({}, (await arrived(email_address)).at(-1)?.link)).status).toBe(409)
  expect((await stored())?.email_address).toBe(vouched)
})

test('an undone change cannot be repeated with an earlier link', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { post, stored, email_address } = await opened(account)
  const [stranger, second] = [`stranger-${email_address}`, `second-${email_address}`]
  await post({ action: 'address', email_address: stranger })
  await post({}, (await arrived(stranger)).at(-1)?.link)
  await post({ action: 'address', email_address: second })
  await post({}, (await arrived(email_address)).at(-1)?.link)
  expect((await stored())?.email_address).toBe(email_address)
  const last = (await arrived(stranger)).at(-1)
  expect(last).toMatchObject({ subject: 'Your address for Studio North was changed back', link: '' })
  expect((await post({}, (await arrived(second)).at(-1)?.link)).status).toBe(404)
  expect((await stored())?.email_address).toBe(email_address)
  // The subscriber can request data again.
  expect(await (await post({ action: 'copy' })).text()).toContain('Check your inbox')
})

test('requesting another subscriber’s address reveals and changes nothing', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const other = await opened(account)
  const { post, stored, email_address } = await opened(account)
  const unknown = await (await post({ action: 'address', email_address: 'someone@example.org' })).text()
  const known = await (await post({ action: 'address', email_address: other.email_address })).text()
  expect(known).toBe(unknown)
  expect(await arrived(other.email_address)).toMatchObject([{ subject: 'Your address for Studio North', link: '' }])
  const [late] = await arrived('someone@example.org')
  await upsertSubscriber(account.ctx, { email_address: 'someone@example.org' })
  const answer = await post({}, late?.link)
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('nothing was changed')])
  expect((await stored())?.email_address).toBe(email_address)
  expect(await (await post({ action: 'address', email_address: 'no address' })).text()).toContain(
    'Enter an email address',
  )
})

test('a copy or erasure of data needs a link sent only to the subscriber [L5]', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { post, page, stored, email_address } = await opened(account)
  await post({ action: 'copy' })
  await post({ action: 'erasure' })
  const [copy, erasure] = await arrived(email_address)
  const file = await post({}, copy?.link)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect((await file.json()).profile).toMatchObject({ email_address })
  expect(await (await page(erasure?.link)).text()).toContain('Erase your data?')
  expect(await stored()).not.toBeNull()
  expect(await (await post({}, erasure?.link)).text()).toContain('Your data is erased')
  expect(await stored()).toBeNull()
  expect(await (await page()).text()).toContain('You are not on this list')
  expect(await account.ctx.db.suppression.count({ where: { reason: 'erased' } })).toBe(1)
})

test('a link emailed by the preference page expires after a day', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { post, email_address } = await opened(account)
  await post({ action: 'copy' })
  const [mail] = await arrived(email_address)
  await unscoped().preferenceRequest.updateMany({
    where: { account_id: account.account_id },
    data: { expires_at: new Date(Date.now() - 1) },
  })
  expect((await post({}, mail?.link)).status).toBe(404)
})
