import type { Ctx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { allSpellingsOf, normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { isUnclaimed, lockClaims } from '../delivery/sending/batch.ts'
import { lockExports } from '../exports/service.ts'
import { getSubscriber } from '../subscribers/service.ts'
import { suppressionHash } from '../subscribers/state/suppression.ts'
import { emitDeleted } from '../subscribers/write/delete.ts'
import { lockTagsOf } from '../tags/lock.ts'
import { markQueuesChanged } from '../webhooks/delivery/endpoint-queue.ts'
import { readOtherAddresses } from './addresses.ts'
import { eraseFromBulk, lockBulkRequests } from './bulk-copies.ts'
import { folded, foldedSql, mentionsSql } from './mention.ts'
import type { Erasure } from './schema.ts'

/**
 * Permanently erases everything about a subscriber from the account (L5). Keeps a keyed hash of the address, so it is never emailed again,
 * and the counts of messages and links. Throws not_found, invalid if the address does not match, and conflict while a message to them is
 * being sent.
 */
export function eraseSubscriber(ctx: Ctx, { id, email_address }: Erasure): Promise<void> {
  return write(
    ctx,
    async (tx) => {
      // A running import could create the subscriber again. Waits for its batch; it checks the hash before the next one. A file that is
      // being stored is complete then, and can be deleted.
      await tx.sql.rows(
        `select 1 from import where account_id = $1 and state not in ('completed', 'failed') order by id for update`,
      )
      const request_ids = await lockBulkRequests(tx)
      const subscriber = await tx.sql.one<{ email_address: string }>(
        'select email_address from subscriber where account_id = $1 and id = $2 for update',
        [id],
      )
      if (!subscriber) throw notFound()
      // The address of a subscriber waiting to be merged is stored in another spelling.
      if (normalizeEmailAddress(subscriber.email_address) !== normalizeEmailAddress(email_address))
        throw invalid('The email address does not match this subscriber')
      const { former, requested } = await readOtherAddresses(tx, { id })
      await suppressForever(tx, [subscriber.email_address, ...former])
      await excludeQueued(tx, id)
      await lockTagsOf(tx, { subscriber_ids: [id] })
      // Untagging does not lock the subscriber. It waits here, or else its event exists before the next statements.
      await tx.sql.run('delete from tagging where account_id = $1 and subscriber_id = $2', [id])
      const spellings = distinct([subscriber.email_address, ...former, ...requested].flatMap(allSpellingsOf))
      const addresses = distinct(spellings.map(folded))
      for (const address of addresses) {
        await eraseCopies(tx, { id, email_address: address })
        await eraseFromBulk(tx, { request_ids, subscriber: { id, email_address: address } })
      }
      for (const statement of BY_SPELLING) await tx.sql.run(statement, [spellings, spellings.map(folded)])
      await eraseFiles(tx, addresses)
      await tx.sql.run('delete from subscriber where account_id = $1 and id = $2', [id])
      await markQueuesChanged(tx)
      emitDeleted(tx, [id])
      tx.emit('person.erased', {})
    },
    ERASING_MS,
  )
}

const ERASING_MS = 300_000

/** Adds one erased entry per address. An entry in another spelling is erased too, because it contains the address as text. */
async function suppressForever(tx: Tx, addresses: readonly string[]): Promise<void> {
  const hashes = (of: readonly string[]) => distinct(of).map((address) => suppressionHash(tx.account_id, address))
  await tx.sql.run(
    `insert into suppression (account_id, address_hash, reason, created_at)
     select $1::int, hash, 'erased', $3::timestamptz from unnest($2::text[]) as hash
     on conflict (account_id, address_hash)
     do update set email_address = null, reason = 'erased', source = null, note = null, created_by = null`,
    [hashes(addresses.map(normalizeEmailAddress)), tx.now()],
  )
  await tx.sql.run(
    `update suppression set email_address = null, reason = 'erased', source = null, note = null, created_by = null
     where account_id = $1 and address_hash = any ($2::text[])`,
    [hashes(addresses.flatMap(allSpellingsOf))],
  )
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Counts queued messages as excluded, so their broadcasts can complete. Sent messages stay counted. */
async function excludeQueued(tx: Tx, id: number): Promise<void> {
  const queued = await tx.sql.rows<{ mail_id: number }>(
    `select mail_id from delivery where account_id = $1 and subscriber_id = $2 and state = 'queued' order by mail_id for update`,
    [id],
  )
  for (const { mail_id } of queued) await lockClaims(tx, { mail_id })
  const claimed = await tx.sql.one(
    `select 1 from delivery d where d.account_id = $1 and d.subscriber_id = $2 and d.state = 'queued' and not (${isUnclaimed('d')})`,
    [id],
  )
  if (claimed) {
    throw conflict('An email to this subscriber is being sent right now. Try again in a minute')
  }
  await tx.sql.run(
    `with gone as (delete from delivery where account_id = $1 and subscriber_id = $2 and state = 'queued' returning mail_id)
     update mail m set excluded = m.excluded + 1 from gone where m.account_id = $1 and m.id = gone.mail_id`,
    [id],
  )
}

/** Erases rows of other tables that quote the subscriber. */
async function eraseCopies(tx: Tx, { id, email_address }: { id: number; email_address: string }): Promise<void> {
  for (const statement of COPIES) await tx.sql.run(statement, [id, email_address])
}

const quotes = (column: string) => mentionsSql(column, '$3')

/** Events and the delivery history stay, but keep only the subscriber's ID. */
const erasedEvents = (table: 'webhook_event' | 'webhook_outbox') =>
  `update ${table} set data = (data::jsonb
     || case when data::jsonb ? 'subscriber' then jsonb_build_object('subscriber', jsonb_build_object('id', coalesce(data::jsonb -> 'subscriber' -> 'id', to_jsonb($2::bigint)),
          'first_name', null, 'email_address', null, 'state', 'erased', 'created_at', null, 'fields', '{}'::jsonb)) else '{}' end
     || case when data::jsonb ? 'purchase'
          then jsonb_build_object('purchase', data::jsonb -> 'purchase' || '{"email_address": null}') else '{}' end
     || case when data::jsonb -> 'custom_field' ? 'value'
          then jsonb_build_object('custom_field', data::jsonb -> 'custom_field' || '{"value": null}') else '{}' end
     -- URLs of links may contain personal data.
     || case when data::jsonb ? 'link' then '{"link": {"url": null}}'::jsonb else '{}' end)::json
   where account_id = $1 and (${quotes('data')} or data -> 'subscriber' ->> 'id' = $2::bigint::text)`

/**
 * `$2` is the ID, `$3` the folded address. A statement that needs only one mentions the other in a condition that is always true.
 */
const COPIES = [
  `update import_row set email_address = null, subscriber_id = null, cells = null, before = null, message = 'Erased'
   where account_id = $1 and (subscriber_id = $2 or ${foldedSql('email_address')} = $3 or ${quotes('cells')})`,
  `delete from automation_event where account_id = $1 and subscriber_id = $2 and $3::text is not null`,
  `delete from bulk_failure where account_id = $1 and (item ->> 'subscriber_id' = $2::bigint::text or ${quotes('item')})`,
  // A query may search for the subscriber. Ended actions do not need it, and running ones that mention them are stopped.
  `update bulk_action set selection = '{"kind": "erased"}', state = case when state = 'running' then 'canceled' else state end,
     ended_at = coalesce(ended_at, updated_at)
   where account_id = $1 and $2::bigint is not null and (state <> 'running' or ${quotes('selection')})`,
  `update bulk_action set action = action || '{"value": null}', kept = changed - undone,
     state = case when state in ('running', 'undoing') then 'canceled' else state end, ended_at = coalesce(ended_at, updated_at)
   where account_id = $1 and $2::bigint is not null and ${quotes('action')}`,
  `update import set sample = '[]' where account_id = $1 and $2::bigint is not null and ${quotes('sample')}`,
  `delete from caught_mail where account_id = $1 and $2::bigint is not null and ${foldedSql('rcpt_to')} = $3`,
  `delete from delivery_report where account_id = $1 and (subscriber_id = $2 or ${foldedSql('address')} = $3 or ${quotes('diagnostic')})`,
  `update bounce_wave set sample = 'Erased' where account_id = $1 and $2::bigint is not null and ${quotes('sample')}`,
  `delete from service_mail where account_id = $1 and $2::bigint is not null and ${foldedSql('to_address')} = $3`,
  `delete from outbox where account_id = $1 and (${quotes('data')} or data -> 'subscriber' ->> 'id' = $2::bigint::text)`,
  // The outbox first: deliveries created from it between the two statements are covered by the second one.
  erasedEvents('webhook_outbox'),
  erasedEvents('webhook_event'),
  `update webhook_attempt set response_body = null where account_id = $1 and $2::bigint is not null and ${quotes('response_body')}`,
  `delete from approval where account_id = $1 and $2::bigint is not null
     and (${quotes('input')} or ${quotes('title')} or ${quotes('reason')})`,
  `delete from idempotency_key where account_id = $1 and $2::bigint is not null and ${quotes('body')}`,
]

/** `$2` has the spellings, `$3` the folded spellings: for bytes, which cannot be folded, and where only the address is replaced. */
const BY_SPELLING = [
  `select erase_in_security_event(e.account_id, e.id, s.spelling) from security_event e, unnest($2::text[], $3::text[]) as s(spelling, folded)
   where e.account_id = $1 and e.kind = 'suppression_removed' and ${mentionsSql('e.summary', 's.folded')}`,
  `delete from received_message where $1::int is not null and read_at is not null and $3::text[] is not null
     and exists (select from unnest($2::text[]) as spelling
       where position(lower(encode(convert_to(spelling, 'UTF8'), 'escape')) in lower(encode(raw, 'escape'))) > 0)`,
]

/**
 * Files cannot be searched in every encoding, so files that may contain the subscriber are deleted as a whole and can be created again.
 * They are unreadable from the commit on; a job deletes their contents, which can take long.
 */
async function eraseFiles(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.sql.run('delete from import_preview where account_id = $1')
  await tx.sql.run(
    `update import set state = 'failed', error = $2, updated_at = $3
     where account_id = $1 and state in ('uploading', 'ready', 'stopped')`,
    [
      'The uploaded file was deleted because it may contain an erased subscriber. Upload it again without them.',
      tx.now(),
    ],
  )
  await lockExports(tx)
  await tx.sql.run(
    `update export set expires_at = least(expires_at, $2), content_hash = null
     where account_id = $1 and state = 'completed' and content_hash is not null`,
    [tx.now()],
  )
  // A search may contain the subscriber's address. Completed exports do not need it, and running ones that search for the address are
  // stopped. It becomes null, so repeating the export does not select everyone.
  await tx.sql.run(
    `update export set selection = selection || '{"search": null}',
       state = case when state in ('queued', 'running') then 'stopped' else state end
     where account_id = $1 and selection ? 'search'
       and (state not in ('queued', 'running') or exists (
         select from unnest($2::text[]) as address where strpos(${foldedSql("selection->>'search'")}, address) > 0))`,
    [addresses],
  )
  const begun = await tx.sql.rows<{ id: number }>(
    `update export set state = 'queued', attempt = attempt + 1 where account_id = $1 and state = 'running' returning id`,
  )
  for (const { id } of begun) tx.emit('export.requested', { export_id: id })
}

/** Throws not_found for a subscriber who does not exist. */
export const findErasable = (ctx: Ctx, { id }: { id: number }): Promise<unknown> => getSubscriber(ctx, { id })
