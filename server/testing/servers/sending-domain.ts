import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { unscoped } from '../../db/client.ts'
import { checkSendingDomain } from '../../modules/sending-domains/check.ts'
import type { TestAccount } from '../account.ts'
import { dashboard } from '../dashboard.ts'
import { PATIENCE } from '../patience.ts'
import { domainWorld } from './dns-server.ts'
import type { DomainWorld } from './name-server.ts'

/** Gives the account a default sender at a verified domain, and returns the DNS with its records. */
export async function verifiedDomain(account: TestAccount, domain = `d${account.account_id}.no`) {
  const world = await domainWorld({})
  const { id } = await dashboard(account).sending_domains.add({ domain })
  const check = async () => {
    await unscoped().sendingDomain.updateMany({ where: { id }, data: { checked_at: null } })
    await checkSendingDomain(account.ctx, { id, resolver: world.newResolver(), patience_ms: PATIENCE.timeout })
    return dashboard(account).sending_domains.get({ id })
  }
  for (const { name, value } of (await dashboard(account).sending_domains.get({ id })).records)
    world.records[name] = value
  const { records } = await check()
  const address = `hi@${domain}`
  await setSender(account, address)
  return { id, domain, address, world, check, records }
}

/** Sets the confirmed default sender of the account. */
export async function setSender(account: TestAccount, email_address: string, data: object = {}): Promise<void> {
  const { account_id } = account
  await unscoped().sendingAddress.updateMany({ where: { account_id }, data: { is_default: false } })
  await unscoped().sendingAddress.create({
    data: { account_id, email_address, from_name: 'Hi', status: 'confirmed', proof: 'mail', is_default: true, ...data },
  })
}

/** Returns the results of checking a message's signatures as a receiver. */
export async function signaturesOf(raw: string, world: DomainWorld) {
  const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), {
    resolver: (name: string, type: string) => world.resolver.resolve(name, type),
  } as never)
  return results.map(({ algo, status }) => ({ algorithm: algo, result: status.result, aligned: status.aligned }))
}
