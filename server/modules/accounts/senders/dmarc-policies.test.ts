import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { dmarcOf } from '../../../lib/dns/dns-records.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { domainWorld } from '../../../testing/servers/dns-server.ts'
import { refreshDomainPolicies } from './dmarc-policies.ts'

runInOwnDatabase()

test('a sender shows whether its domain or a parent has a DMARC policy, and a DNS failure changes nothing [B2]', async () => {
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

test('a domain whose name servers do not answer, or with a hundred labels, does not block the step', async () => {
  const account = await testAccount()
  const deep = `${'a.'.repeat(100)}d${account.account_id}.no`
  const queried_names: string[] = []
  const resolver = {
    resolveTxt: async (name: string) => {
      queried_names.push(name)
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    },
  }
  expect(await dmarcOf(deep, resolver)).toBeNull()
  expect(queried_names).toHaveLength(8)
  expect(queried_names.slice(0, 2)).toEqual([`_dmarc.${deep}`, `_dmarc.${'a.'.repeat(6)}d${account.account_id}.no`])

  const silent = `zzzz-silent-${account.account_id}.no`
  await unscoped().sendingAddress.create({
    data: { account_id: account.account_id, email_address: `hi@${silent}`, from_name: 'Hi', status: 'confirmed' },
  })
  const never = { resolveTxt: () => new Promise<never>(() => undefined) }
  expect(await refreshDomainPolicies({ resolver: never, after: silent.slice(0, -1), patience_ms: 1 })).toBeNull()
})
