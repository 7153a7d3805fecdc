import type { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { normalizeEmailAddress, parseEmailAddress } from '../../../lib/text/email-address.ts'
import { getUntrashedForm, type StoredForm } from '../../forms/service.ts'
import { type Change, changeSubscribers } from '../../subscribers/write/change.ts'
import { lockAgainstDeletion } from '../../subscribers/write/lock.ts'
import { noteProperties } from '../apps/event-properties.ts'
import { createMissing, noteEvents, OLDEST_MS, onlyFirst } from '../apps/events.ts'
import type { EventProperties } from '../schema.ts'
import { findByExternalIds, rememberExternalIds } from './external-ids.ts'
import { Alias, type CdpInput, type CdpResult, Identify, MESSAGE_TYPES, Track, type Traits } from './schema.ts'

// Messages in the shape of Segment's HTTP API (contract 21.12). Subscribers and events have the rules of `reportEvents`.

/** Errors in an answer. */
const MAX_ERRORS = 10

/** Applies messages: identities first, then events. Throws not_found for an unknown form. */
export async function receiveMessages(ctx: Ctx, { batch, create, form_id }: CdpInput): Promise<CdpResult> {
  const form = create && form_id !== undefined ? await getUntrashedForm(ctx, { id: form_id }) : null
  const { errors, invalid, ...messages } = readMessages(batch, ctx.now())
  const apply = (creation: Creation | null) => write(ctx, (tx) => applyMessages(tx, messages, creation))
  const applied = create
    ? await apply({ form }).catch((error: unknown) => {
        // The plan has no room for new subscribers. Known ones have theirs.
        if (error instanceof AppError && error.code === 'forbidden') return apply(null)
        throw error
      })
    : await apply(null)
  return { success: true, ...applied, invalid, ...(errors.length > 0 && { errors }) }
}

/** Creates subscribers of unknown addresses. */
interface Creation {
  form: StoredForm | null
}

/** Names a subscriber by address, or by an id that a program gave. */
interface Named {
  email_address: string | null
  external_id: string | null
}

interface Identity extends Named {
  first_name?: string | null | undefined
  fields?: Traits['fields']
}

interface Event extends Named {
  name: string
  event_id: string | null
  at: Date | undefined
  properties: EventProperties | undefined
}

interface Messages {
  /** In their order. */
  identities: ({ identify: Identity } | { alias: Named; previous: Named })[]
  events: Event[]
}

function readMessages(batch: readonly unknown[], now: Date): Messages & { invalid: number; errors: string[] } {
  const read: ReturnType<typeof readMessages> = { identities: [], events: [], invalid: 0, errors: [] }
  for (const [at, message] of batch.entries()) {
    const problem = readMessage(message, now, read)
    if (problem === undefined) continue
    read.invalid++
    if (read.errors.length < MAX_ERRORS) read.errors.push(`batch[${at}] ${problem}`)
  }
  return read
}

/** Adds a message, or returns its problem. */
function readMessage(message: unknown, now: Date, { identities, events }: Messages): string | undefined {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
  switch (type) {
    case 'identify': {
      const { data, error } = Identify.safeParse(message)
      if (!data) return problemOf(error)
      const { email = data.context?.traits?.email, ...traits } = data.traits ?? {}
      identities.push({ identify: { ...named(data, email), ...traits } })
      return undefined
    }
    case 'alias': {
      const { data, error } = Alias.safeParse(message)
      if (!data) return problemOf(error)
      identities.push({ alias: named(data), previous: named({ userId: data.previousId }) })
      return undefined
    }
    case 'track': {
      const { data, error } = Track.safeParse(message)
      if (!data) return problemOf(error)
      const { event, messageId, timestamp, properties } = data
      if (timestamp && +timestamp < +now - OLDEST_MS) return 'timestamp must not be more than 30 days ago'
      events.push({
        ...named(data, data.context?.traits?.email),
        name: event,
        event_id: messageId ?? null,
        // Clocks of other machines may be ahead.
        at: timestamp ? new Date(Math.min(+timestamp, +now)) : undefined,
        properties: properties ?? undefined,
      })
      return undefined
    }
    default:
      return MESSAGE_TYPES.some((known) => known === type)
        ? undefined
        : `type must be one of: ${MESSAGE_TYPES.join(', ')}`
  }
}

/** Returns the first problem, with the property's name in messages instead of ours. */
const problemOf = ({ issues: [issue] }: z.ZodError): string =>
  issue ? `${issue.path.join('.')} ${issue.message.replace(/^\w+ (?=must |can't )/, '')}`.trim() : 'is not valid'

/** An address in the traits names the subscriber before an id that is one. */
function named(
  { userId, anonymousId }: { userId?: string | null; anonymousId?: string | null },
  email?: string,
): Named {
  const id = userId ?? anonymousId ?? null
  const address = [email, id].map((text) => parseEmailAddress(normalizeEmailAddress(text ?? ''))).find(Boolean) ?? null
  return { email_address: address, external_id: id?.includes('@') ? null : id }
}

async function applyMessages(tx: Tx, { identities, events }: Messages, creation: Creation | null) {
  const identified = identities.flatMap((one) => ('identify' in one ? one.identify : []))
  const everyone: Named[] = [
    ...events,
    ...identities.flatMap((one) => ('identify' in one ? one.identify : [one.alias, one.previous])),
  ]
  const created = creation ? await createMissing(tx, itemsOf([...identified, ...events]), creation.form) : 0
  const by_id = await findByExternalIds(tx, distinct(everyone.map(({ external_id }) => external_id)))
  const by_address = await findAddresses(tx, distinct(everyone.map(({ email_address }) => email_address)))
  const alive = await lockAgainstDeletion(tx, [...by_id.values(), ...by_address.values()])
  const find = ({ email_address, external_id }: Named): number | undefined => {
    const id = email_address === null ? by_id.get(external_id ?? '') : by_address.get(email_address)
    return id !== undefined && alive.has(id) ? id : undefined
  }

  const learned = new Map<string, number>()
  const learn = ({ external_id }: Named, subscriber_id: number) => {
    if (external_id === null || by_id.get(external_id) === subscriber_id) return
    by_id.set(external_id, subscriber_id)
    learned.set(external_id, subscriber_id)
  }
  const changes = new Map<number, Change & { id: number }>()
  let unknown = 0
  for (const one of identities) {
    if ('alias' in one) {
      const id = find(one.previous) ?? find(one.alias)
      if (id === undefined) unknown++
      else for (const named of [one.alias, one.previous]) if (find(named) === undefined) learn(named, id)
      continue
    }
    const id = find(one.identify)
    if (id === undefined) {
      unknown++
      continue
    }
    learn(one.identify, id)
    changes.set(id, merged({ ...changes.get(id), id }, one.identify))
  }
  await rememberExternalIds(tx, learned)
  await changeSubscribers(tx, { changes: [...changes.values()].filter(hasValues) })

  const found = events.flatMap((one) => {
    const subscriber_id = find(one)
    return subscriber_id === undefined ? [] : { ...one, subscriber_id }
  })
  const fresh = await onlyFirst(tx, found)
  await noteEvents(tx, { type: 'api_event', object: '', events: fresh, data: {} })
  await noteProperties(tx, fresh)
  const { length: recorded } = found
  return { recorded, unknown: unknown + events.length - recorded, created, repeated: recorded - fresh.length }
}

const itemsOf = (named: readonly (Identity | Event)[]) =>
  named.flatMap((one) => {
    if (one.email_address === null) return []
    const { email_address } = one
    const { first_name, fields } = { first_name: undefined, fields: undefined, ...one }
    return { email_address, ...(first_name !== undefined && { first_name }), ...(fields && { fields }) }
  })

const merged = (change: Change & { id: number }, { first_name, fields }: Identity) => ({
  ...change,
  ...(first_name !== undefined && { first_name }),
  fields: { ...change.fields, ...fields },
})

const hasValues = ({ first_name, fields = {} }: Change) => first_name !== undefined || Object.keys(fields).length > 0

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text): text is string => text !== null)),
]

async function findAddresses(tx: Tx, addresses: readonly string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const rows = await tx.sql.rows<{ id: number; email_address: string }>(
    'select id, email_address from subscriber where account_id = $1 and email_address = any ($2::text[])',
    [addresses],
  )
  return new Map(rows.map(({ id, email_address }) => [email_address, id]))
}
