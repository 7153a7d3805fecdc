import { expect, onTestFinished, test } from 'vitest'
import { clock } from '../../core/clock.ts'
import { unscoped } from '../../db/client.ts'
import { env, setEnv } from '../../env.ts'
import { type TestAccount, testAccount, testToken, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { domainWorld } from '../../testing/servers/dns-server.ts'
import { checkSendingDomain } from './check.ts'
import { checkDomains } from './check-all.ts'
import { parseOwnDomain, recordNames } from './domain-name.ts'
import { TRANSIT_MS } from './records.ts'
import type { DomainRecord } from './schema.ts'

runInOwnDatabase()

const names = { count: 0 }
const newName = (account: TestAccount) => `d${account.account_id}-${++names.count}.no`

/** Adds a domain to the account, with a DNS that has none of its records. */
async function addedDomain(account: TestAccount, domain = newName(account)) {
  const { sending_domains } = dashboard(account)
  const { id } = await sending_domains.add({ domain })
  const world = await domainWorld({})
  const view = () => sending_domains.get({ id })
  /** Checks after the time that a page would wait. */
  const check = async (patience_ms = PATIENCE.timeout) => {
    await unscoped().sendingDomain.updateMany({ where: { id }, data: { checked_at: null } })
    await checkSendingDomain(account.ctx, { id, resolver: world.newResolver(), patience_ms })
    return view()
  }
  const publish = async (wanted: (record: DomainRecord) => boolean = () => true) => {
    for (const record of (await view()).records)
      if (wanted(record)) world.records[record.name] = record.type === 'CNAME' ? { cname: record.value } : record.value
  }
  return { id, domain, world, view, check, publish, sending_domains }
}

const statesOf = ({ records }: { records: DomainRecord[] }) => records.map(({ label, state }) => `${label} ${state}`)

test('a domain is verified when its DKIM and DMARC records are found, and each record shows its live state [B2]', async () => {
  const account = await testAccount()
  const { view, check, publish, world, domain } = await addedDomain(account)
  expect(await view()).toMatchObject({ status: 'pending', is_signing: false, checked_at: null })
  expect(statesOf(await check())).toEqual(['DKIM (RSA) missing', 'DKIM (Ed25519) missing', 'DMARC missing'])

  await publish(({ label }) => label === 'DKIM (RSA)')
  const [rsa] = (await check()).records
  expect(rsa).toMatchObject({ state: 'found', host: expect.stringMatching(/^envoi-\w{6}-rsa\._domainkey$/) })
  // RSA with 2048 bits: its SPKI has 294 bytes.
  expect(Buffer.from(rsa?.value.split('p=')[1] ?? '', 'base64')).toHaveLength(294)
  expect(await view()).toMatchObject({ status: 'pending', is_signing: true })

  world.records[`_dmarc.${domain}`] = 'v=DMARC1; p=reject; adkim=r'
  expect(await check()).toMatchObject({ status: 'verified', is_signing: true, problem: null })
  expect(statesOf(await view())).toEqual(['DKIM (RSA) found', 'DKIM (Ed25519) missing', 'DMARC found'])
})

test('the warm-up of a domain counts all accounts and is shown only to the account that has verified the domain', async () => {
  const [owner, other] = [await testAccount(), await testAccount()]
  const { id, domain, publish, check, sending_domains } = await addedDomain(owner)
  expect(await sending_domains.warmUp({ id })).toBeNull()
  await publish()
  await check()
  expect(await sending_domains.warmUp({ id })).toMatchObject({ state: 'off' })
  const added = await dashboard(other).sending_domains.add({ domain })
  expect(await dashboard(other).sending_domains.warmUp({ id: added.id })).toBeNull()
  await expect(dashboard(other).sending_domains.warmUp({ id: id + 1000 })).rejects.toThrow('Not Found')
})

test('a wrong record is shown beside the expected one, and a silent name server does not count as a missing record', async () => {
  const account = await testAccount()
  const { view, check, publish, world } = await addedDomain(account)
  const [rsa, ed25519] = (await view()).records
  world.records[rsa?.name ?? ''] = 'v=DKIM1; k=rsa; p=other'
  world.records[ed25519?.name ?? ''] = { fails: true }
  const checked = await check()
  expect(statesOf(checked)).toEqual(['DKIM (RSA) differs', 'DKIM (Ed25519) no_answer', 'DMARC missing'])
  expect(checked.records[0]?.found).toEqual(['v=DKIM1; k=rsa; p=other'])

  await publish()
  expect(await check()).toMatchObject({ status: 'verified' })
  world.fail()
  const unanswered = await check()
  expect(unanswered).toMatchObject({ status: 'verified', is_signing: true })
  expect(unanswered.records.every(({ state }) => state === 'no_answer')).toBe(true)
  world.fail(false)
  const before = { ...world.records }
  for (const name of Object.keys(before)) world.records[name] = null
  expect((await check(1)).records.every(({ state }) => state === 'no_answer')).toBe(true)
  Object.assign(world.records, before)
  // Two records at a name: receivers may read either one.
  world.records[rsa?.name ?? ''] = [rsa?.value ?? '', 'v=DKIM1; k=rsa; p=other']
  expect(statesOf(await check())[0]).toBe('DKIM (RSA) differs')
})

test('a key missing from DNS signs nothing, the owners get one email, and restoring the record reactivates it', async () => {
  const account = await testAccount()
  const { id, check, publish, world, view } = await addedDomain(account)
  await publish()
  await check()
  const [rsa] = (await view()).records
  delete world.records[rsa?.name ?? '']
  expect(await check()).toMatchObject({
    status: 'broken',
    is_signing: false,
    problem: expect.stringContaining('Nothing is sent from addresses at'),
  })
  await check()
  const emails = (await serviceEmailsTo(account.email)).filter(({ text }) => text.includes(`sending-domains/${id}`))
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Emails from .* are not sent$/)])
  await publish()
  expect(await check()).toMatchObject({ status: 'verified', is_signing: true, problem: null })
})

test('a missing DMARC record is reported to the owners while emails are still signed [B3]', async () => {
  const account = await testAccount()
  const { check, publish, world, domain } = await addedDomain(account)
  await publish()
  await check()
  delete world.records[`_dmarc.${domain}`]
  expect(await check()).toMatchObject({ status: 'broken', is_signing: true, problem: expect.stringContaining('DMARC') })
  const emails = await serviceEmailsTo(account.email)
  expect(emails.filter(({ subject }) => subject.includes('no DMARC record'))).toHaveLength(1)
})

test('new keys sign only after their records are found, and the old records can be removed a week later', async () => {
  const account = await testAccount()
  const { id, check, publish, world, view, sending_domains } = await addedDomain(account)
  await publish()
  const old = (await check()).records.filter(({ purpose }) => purpose === 'dkim').map(({ name }) => name)
  const live = async () =>
    (
      await unscoped().sendingKey.findMany({
        where: { sending_domain_id: id, retired_at: null, NOT: { published_at: null } },
        orderBy: { id: 'asc' },
      })
    ).map(({ selector }) => selector)
  const before = await live()
  await sending_domains.rotate({ id })
  await expect(sending_domains.rotate({ id })).rejects.toThrow('already wait')
  expect((await dashboard(account).security_events.list()).map(({ kind }) => kind)).toEqual(['sending_keys_rotated'])
  expect(await check()).toMatchObject({ is_rotating: true, is_signing: true, status: 'verified' })
  expect(await live()).toEqual(before)

  await sending_domains.cancelRotation({ id })
  expect((await view()).records.map(({ name }) => name)).toEqual(expect.arrayContaining(old))
  expect((await view()).records).toHaveLength(3)
  await sending_domains.rotate({ id })
  await publish()
  const rotated = await check()
  expect(rotated).toMatchObject({ is_rotating: false, is_signing: true })
  expect(await live()).toHaveLength(2)
  expect(await live()).not.toEqual(expect.arrayContaining(before))
  const retired = rotated.records.filter(({ removable_at }) => removable_at)
  expect(retired.map(({ name }) => name)).toEqual(old)
  expect(Date.parse(retired[0]?.removable_at ?? '') - +clock.now()).toBeGreaterThan(TRANSIT_MS - 3_600_000)

  // A record that was removed too early stays in the list until the week is over.
  for (const name of old) delete world.records[name]
  expect((await check()).records).toHaveLength(5)
  await unscoped().sendingKey.updateMany({
    where: { sending_domain_id: id, NOT: { retired_at: null } },
    data: { retired_at: new Date(+clock.now() - TRANSIT_MS) },
  })
  expect(await check()).toMatchObject({ status: 'verified', records: { length: 3 } })
})

test('a verified domain has one account, and for other accounts its ID does not exist', async () => {
  const [first, second] = [await testAccount(), await testAccount()]
  const domain = newName(first)
  const one = await addedDomain(first, domain)
  const other = await addedDomain(second, domain)
  for (const call of ['get', 'check', 'rotate', 'cancelRotation', 'remove'] as const)
    await expect(dashboard(second).sending_domains[call]({ id: one.id })).rejects.toThrow('Not Found')
  await one.publish()
  await one.check()
  await other.publish()
  expect(await other.check()).toMatchObject({ status: 'pending', problem: expect.stringContaining('Another account') })
  // The domain changed hands, so the keys of the first account are deleted.
  const records = (await one.view()).records.filter(({ purpose }) => purpose === 'dkim')
  for (const { name } of records) delete one.world.records[name]
  expect(await one.check()).toMatchObject({ status: 'broken' })
  expect(await other.check()).toMatchObject({ status: 'verified' })
  expect(await one.view()).toMatchObject({ status: 'pending' })
})

test('a domain is stored in one spelling, and a domain that no account can own is refused with the reason', async () => {
  const account = await testAccount()
  const { sending_domains } = dashboard(account)
  const unique = newName(account)
  await sending_domains.add({ domain: ` https://Bücher.${unique.toUpperCase()}/news ` })
  expect((await sending_domains.list()).map(({ domain }) => domain)).toEqual([`bücher.${unique}`])
  await expect(sending_domains.add({ domain: `xn--bcher-kva.${unique}.` })).rejects.toThrow('already in the list')
  expect(parseOwnDomain('nora@studio.co.uk')).toBe('studio.co.uk')
  const name = '_dmarc.mail.studio.co.uk'
  expect(recordNames('_dmarc', 'mail.studio.co.uk')).toEqual({ name, host: '_dmarc.mail' })
  expect([recordNames(null, 'mail.studio.no').host, recordNames(null, 'studio.no').host]).toEqual(['mail', '@'])
  const refused = { 'co.uk': 'add the name before it', 'github.io': 'add the name', 'gmail.com': 'email provider' }
  for (const [domain, reason] of Object.entries(refused)) expect(() => parseOwnDomain(domain)).toThrow(reason)
  for (const domain of [
    'localhost',
    '192.0.2.1',
    'no',
    'a b.no',
    '-a.no',
    `${'a'.repeat(64)}.no`,
    '..',
    '[::1]',
    'a_b.no',
  ])
    expect(() => parseOwnDomain(domain), domain).toThrow('such as studio.com')
})

test('a domain needs SPF and a return path of this instance besides DKIM and DMARC [B9]', async () => {
  const before = env()
  const asSource = (settings: object) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    )
  const settings = { SPF_INCLUDE: '_spf.mailer.no', BOUNCE_DOMAIN: 'bounce.mailer.no', BOUNCE_SMTP_PORT: '2525' }
  setEnv({ ...asSource(before), ...settings })
  onTestFinished(() => void setEnv(asSource(before)))
  const account = await testAccount()
  const { id, domain, check, world } = await addedDomain(account)
  const of = ({ records }: { records: DomainRecord[] }, purpose: string) =>
    records.find((one) => one.purpose === purpose)
  const missing = await check()
  expect(of(missing, 'spf')).toMatchObject({
    name: domain,
    value: 'v=spf1 include:_spf.mailer.no ~all',
    state: 'missing',
  })
  expect(of(missing, 'return_path')).toMatchObject({
    type: 'CNAME',
    name: `bounces.${domain}`,
    value: 'bounce.mailer.no',
  })

  // Extends another service's record, because a second SPF record would make both invalid.
  world.records[domain] = ['google-site-verification=1', 'v=spf1 include:_spf.google.com -all']
  world.records[`bounces.${domain}`] = { cname: 'elsewhere.no' }
  const other = await check()
  expect(of(other, 'spf')).toMatchObject({
    state: 'differs',
    found: ['v=spf1 include:_spf.google.com -all'],
    value: 'v=spf1 include:_spf.google.com include:_spf.mailer.no -all',
  })
  expect(of(other, 'return_path')).toMatchObject({ state: 'differs', found: ['elsewhere.no'] })

  world.records[domain] = of(other, 'spf')?.value ?? ''
  // MX records for the same server work too, together with an SPF record that receivers look up at the return path.
  world.records['bounce.mailer.no'] = { mx: ['mx.mailer.no'] }
  world.records[`bounces.${domain}`] = { mx: ['mx.mailer.no'] }
  expect(of(await check(), 'return_path')).toMatchObject({ state: 'differs', found: ['mx.mailer.no'] })
  world.records[`bounces.${domain}`] = { mx: ['mx.mailer.no'], txt: 'v=spf1 include:_spf.mailer.no -all' }
  for (const { purpose, name, value } of other.records)
    if (purpose === 'dkim' || purpose === 'dmarc') world.records[name] = value
  const complete = await check()
  expect(statesOf(complete).filter((text) => !text.endsWith(' found'))).toEqual([])
  expect((await check()).status).toBe('verified')
  const { return_path_verified_at } = await unscoped().sendingDomain.findFirstOrThrow({ where: { id } })
  expect(return_path_verified_at).not.toBeNull()
})

test('private keys are stored encrypted and never shown, and only admins change domains', async () => {
  const account = await testAccount()
  const { id, view } = await addedDomain(account)
  const keys = await unscoped().sendingKey.findMany({ where: { sending_domain_id: id } })
  for (const { private_key } of keys) expect(private_key).toMatch(/^v1\.[\w-]+$/)
  expect(JSON.stringify(await view())).not.toContain(keys[0]?.private_key)
  const { add, rotate, remove } = dashboard(account, withRole(account, 'editor')).sending_domains
  for (const change of [() => add({ domain: 'x.no' }), () => rotate({ id }), () => remove({ id })])
    await expect(change()).rejects.toThrow('role')
})

test('the daily check visits every domain in steps, and a failing lookup stops no other domain', async () => {
  const account = await testAccount()
  const { publish, world, view } = await addedDomain(account)
  await publish()
  const silent = await addedDomain(account)
  for (const { name } of (await silent.view()).records) world.records[name] = { fails: true }
  const after = { account_id: account.account_id, id: 0 }
  const patience_ms = PATIENCE.timeout
  expect(await checkDomains({ which: 'changing', after, resolver: world.newResolver, patience_ms })).toBeNull()
  expect(await view()).toMatchObject({ status: 'verified' })
  expect(statesOf(await silent.view())[0]).toBe('DKIM (RSA) no_answer')
  // Only the daily check visits verified domains, because they are not expected to change.
  await unscoped().sendingDomain.updateMany({ data: { checked_at: null } })
  const checked = async () => (await view()).checked_at
  await checkDomains({ which: 'changing', after, resolver: world.newResolver, patience_ms })
  expect(await checked()).toBeNull()
  await checkDomains({ which: 'all', after, resolver: world.newResolver, patience_ms })
  expect(await checked()).not.toBeNull()
})

test('a program adds a domain, reads its records, checks it and rotates its keys [contract 22.2]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect((await ask('POST /v4/sending_domains', { domain: '' })).body.errors).toEqual(['domain: Enter a domain'])
  const { status, body } = await ask('POST /v4/sending_domains', { domain: newName(account) })
  const { id, records } = body.sending_domain
  expect([status, body.sending_domain]).toMatchObject([201, { status: 'pending', problem: null, is_rotating: false }])
  expect(records).toContainEqual(expect.objectContaining({ purpose: 'dkim', is_required: true, state: 'unchecked' }))
  expect(JSON.stringify(body)).not.toContain('PRIVATE KEY')
  const path = `/v4/sending_domains/${id}`
  expect((await ask(`POST ${path}/rotate`)).status).toBe(409)
  expect((await ask(`POST ${path}/cancel_rotation`)).status).toBe(409)
  expect((await ask('GET /v4/sending_domains')).body.sending_domains).toMatchObject([{ id, status: 'pending' }])
  const { account_id, user_id } = account
  const token = await testToken(account_id, user_id, { scopes: ['read', 'write'] })
  expect((await api(`POST ${path}/rotate`, { token })).status).toBe(403)
  await unscoped().sendingKey.updateMany({ where: { account_id }, data: { published_at: clock.now() } })
  await unscoped().sendingDomain.updateMany({ where: { account_id }, data: { verified_at: clock.now() } })
  expect((await ask(`POST ${path}/rotate`)).body.sending_domain.is_rotating).toBe(true)
  expect((await ask(`POST ${path}/cancel_rotation`)).body.sending_domain.is_rotating).toBe(false)
  const other = await testAccount()
  expect((await api(`GET ${path}`, key(other))).status).toBe(404)
  await unscoped().membership.updateMany({ where: { account_id }, data: { role: 'editor' } })
  const editor = await testToken(account_id, user_id)
  expect((await api(`DELETE ${path}`, { token: editor })).status).toBe(403)
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
})
