import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, changeMailSettings, EVERYONE, sendToSink } from '../../../testing/modules/sending.ts'
import { domainWorld } from '../../../testing/servers/dns-server.ts'
import { setSender, verifiedDomain } from '../../../testing/servers/sending-domain.ts'

const MINUTE = 60_000
const CONTENT = `<p>${'Peonies bloom early this year. '.repeat(6)}</p>`

async function checkedDraft(account: TestAccount) {
  await addSubscribers(account, 1)
  const app = dashboard(account)
  const { id } = await app.broadcasts.create({
    subject: 'Spring',
    preview_text: 'p',
    content: CONTENT,
    subscriber_filter: EVERYONE,
  })
  const { id: sequence_id } = await app.sequences.create({ name: 'Welcome' })
  const email = await app.sequences.createEmail({
    sequence_id,
    subject: 'Hello',
    preview_text: 'p',
    content: CONTENT,
    delay_value: 1,
    delay_unit: 'days',
  })
  const start = account.ctx.now()
  /** Returns the results of the checks of both emails, with a clock that is ahead. */
  return async (minutes: number) => {
    account.ctx = { ...account.ctx, now: () => new Date(+start + minutes * MINUTE) }
    const later = dashboard(account)
    const of_broadcast = await later.broadcasts.checklist({ id })
    const of_email = await later.sequences.checklist({ sequence_id, id: email.id })
    const found = [of_broadcast, of_email].map(({ remarks }) => remarks.map(({ code, fix }) => [code, fix?.label]))
    return found
  }
}

test('the checks before sending ask DNS again for the records of the sender, soon while one is missing [B3]', async () => {
  await sendToSink()
  const account = await testAccount()
  const { world, records } = await verifiedDomain(account)
  changeMailSettings({ DNS_SERVERS: world.address })
  const check = await checkedDraft(account)
  const [dkim] = records.filter(({ label }) => label === 'DKIM (RSA)')
  delete world.records[dkim?.name ?? '']
  expect(await check(4)).toEqual([[], []])
  const blocked = ['blocked_sender', 'View DNS records']
  expect(await check(6)).toEqual([[blocked], [blocked]])
  world.records[dkim?.name ?? ''] = dkim?.value ?? ''
  expect(await check(7)).toEqual([[], []])
})

test('a domain without keys is blocked as soon as its DMARC policy rejects unsigned email [B3]', async () => {
  await sendToSink()
  const account = await testAccount()
  const domain = `live${account.account_id}.no`
  const world = await domainWorld({ [`_dmarc.${domain}`]: 'v=DMARC1; p=none' })
  changeMailSettings({ DNS_SERVERS: world.address })
  await setSender(account, `hi@${domain}`)
  const check = await checkedDraft(account)
  const unsigned = ['unsigned_sender', 'View DNS records']
  expect(await check(0)).toEqual([[unsigned], [unsigned]])
  world.records[`_dmarc.${domain}`] = 'v=DMARC1; p=reject'
  expect(await check(4)).toEqual([[unsigned], [unsigned]])
  const blocked = ['blocked_sender', 'View DNS records']
  expect(await check(6)).toEqual([[blocked], [blocked]])
})
