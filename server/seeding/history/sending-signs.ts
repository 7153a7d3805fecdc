import type { Tx } from '../../core/write/write.ts'
import { addSendingDomain } from '../../modules/sending-domains/service.ts'
import { suppressAddresses } from '../../modules/subscribers/state/suppression.ts'
import { saveTopic } from '../../modules/tags/topics.ts'
import { at } from './sent-broadcast.ts'

const DOMAIN = 'studio-north.example'

/** Tags that subscribers can switch on and off on their preference page. */
const TOPICS = [
  { tag: 'Studio news', name: 'Studio news', description: 'Twice a month: what came out of the kiln.' },
  { tag: 'Open studio night', name: 'Open studio', description: 'A reminder on the day, every second Thursday.' },
  { tag: 'Workshop: glazing', name: 'Workshops', description: 'New dates, a day before everyone else.' },
]

const BY_HAND = [
  { address: 'post@kunstforeningen.example', note: 'Asked by phone not to get any email' },
  { address: 'bestilling@leirhandel.example', note: 'An order system that answers every email' },
]

/** Adds records of sending: the suppression list, topics, and a domain without its DNS records. */
export async function addSendingSigns(tx: Tx): Promise<void> {
  await addSendingDomain(tx, { domain: DOMAIN })
  for (const { tag, ...topic } of TOPICS) {
    const { id } = await tx.db.tag.findFirstOrThrow({ where: { name: tag }, select: { id: true } })
    await saveTopic(tx, { id, ...topic })
  }
  await suppressLeavers(tx)
  for (const { address, note } of BY_HAND)
    await suppressAddresses(tx, { email_addresses: [address], reason: 'manual', source: 'dashboard', note })
}

/** Suppresses subscribers who bounced or complained, from the time of the event on. */
export async function suppressLeavers(tx: Tx): Promise<void> {
  const left = await tx.sql.rows<{ email_address: string; to_state: string; cause: string; occurred_at: string }>(
    `select s.email_address, c.to_state::text, c.cause::text, c.occurred_at from state_change c
       join subscriber s on s.account_id = c.account_id and s.id = c.subscriber_id and s.state = c.to_state
     where c.account_id = $1 and c.to_state in ('bounced', 'complained') order by c.occurred_at limit 1000`,
  )
  for (const { email_address, to_state, cause, occurred_at } of left) {
    const reason = to_state === 'bounced' ? 'hard_bounce' : 'complaint'
    await suppressAddresses(at(tx, new Date(occurred_at)), { email_addresses: [email_address], reason, source: cause })
  }
}
