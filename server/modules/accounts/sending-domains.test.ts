import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { domainWorld } from '../../testing/dns-server.ts'
import { refreshDomainPolicies } from './sending-domains.ts'

test('B2: a sender shows whether its domain, or one above it, has a DMARC policy; an outage changes nothing', async () => {
  const account = await testAccount()
  const unique = `d${account.account_id}`
  const world = await domainWorld({
    [`_dmarc.${unique}-own.no`]: 'v=DMARC1; p=none',
    [`_dmarc.${unique}-above.no`]: 'v=DMARC1; p=reject',
    [`_dmarc.${unique}-other.no`]: 'v=spf1 -all',
  })
  for (const domain of [`${unique}-own.no`, `mail.${unique}-above.no`, `${unique}-other.no`, `${unique}-none.no`]) {
    await unscoped().sendingAddress.create({
      data: { account_id: account.account_id, email_address: `hi@${domain}`, from_name: 'Hi', status: 'confirmed' },
    })
  }
  await refreshDomainPolicies(world)
  expect(await configured()).toEqual([`hi@${unique}-own.no`, `hi@mail.${unique}-above.no`])
  world.fail()
  await refreshDomainPolicies(world)
  expect(await configured()).toHaveLength(2)

  async function configured() {
    const { body } = await api('GET /v4/account', key(account))
    type Sender = { email_address: string; is_dmarc_configured: boolean }
    const senders = body.account.sending_addresses as Sender[]
    return senders.filter((one) => one.is_dmarc_configured).map(({ email_address }) => email_address)
  }
})
