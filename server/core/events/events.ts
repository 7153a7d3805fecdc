import { z } from 'zod'
import { iso } from '../wire.ts'
import type { EventPart } from './objects.ts'
import { EVENTS } from './table.ts'

// Types and lists derived from the table of events (table.ts).

type Events = typeof EVENTS
type Kind = Events[keyof Events]['kind']
type TypesOf<Wanted extends Kind> = {
  [Type in keyof Events]: Events[Type]['kind'] extends Wanted ? Type : never
}[keyof Events]

type DataOf<Declared> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends EventPart<infer Schema>
    ? z.output<Schema>
    : Declared[Name] extends z.ZodType
      ? z.output<Declared[Name]>
      : never
}

/** The data of each event type. */
export type DomainEvent = { [Type in keyof Events]: DataOf<Events[Type]['data']> }

/** Event types that webhooks can subscribe to. */
export type PublicEventType = TypesOf<'public'>
export type InternalEventType = TypesOf<'internal'>
type LegacyOf<Declared> = Declared extends { legacy: { name: infer Name } } ? Name : never
/** Event names of legacy webhooks. */
export type LegacyEventName = LegacyOf<Events[keyof Events]>

const ofKind = <Wanted extends Kind>(kind: Wanted) =>
  (Object.keys(EVENTS) as (keyof Events)[]).filter((type) => EVENTS[type].kind === kind) as [
    TypesOf<Wanted>,
    ...TypesOf<Wanted>[],
  ]

export const PUBLIC_EVENT_TYPES = ofKind('public')
export const INTERNAL_EVENT_TYPES = ofKind('internal')

const INTERNAL: ReadonlySet<string> = new Set(INTERNAL_EVENT_TYPES)

/** The data of an event as passed to its job. */
export type EventSchema<Type extends InternalEventType> = z.ZodType<DomainEvent[Type] & { account_id: number }>

/** Returns the schema of an internal event with its account. The instance's events have account 0. */
export const eventSchema = <Type extends InternalEventType>(type: Type): EventSchema<Type> =>
  z.object({ account_id: z.int().nonnegative(), ...EVENTS[type].data }) as unknown as EventSchema<Type>

/** Returns whether jobs receive events of this type. */
export const isInternal = (type: string): boolean => INTERNAL.has(type)

/** Returns sample data of an event type. Its objects do not exist. */
export function sampleOf(type: PublicEventType, now: Date): Record<string, unknown> {
  const at = iso(now)
  return Object.fromEntries(Object.entries(EVENTS[type].data).map(([name, part]) => [name, part.sample(at)]))
}

interface LegacyEventDeclaration {
  type: PublicEventType
  domain: string
  parameter: string | null
}

/** Events of legacy webhooks, by legacy name. */
export const LEGACY_EVENTS = Object.fromEntries(
  PUBLIC_EVENT_TYPES.flatMap((type) => {
    const declared = EVENTS[type]
    if (!('legacy' in declared)) return []
    const { name, domain, parameter } = declared.legacy
    return [[name, { type, domain, parameter }]]
  }),
) as Record<LegacyEventName, LegacyEventDeclaration>

const LEGACY_NAMES = new Map<string, LegacyEventName>(
  Object.entries(LEGACY_EVENTS).map(([name, { type }]) => [type, name as LegacyEventName]),
)

/** Returns the legacy name of an event type, or undefined if legacy webhooks do not have it. */
export const legacyNameOf = (type: string): LegacyEventName | undefined => LEGACY_NAMES.get(type)

/** Returns the types that a webhook of the account subscribes to. Call it before building the data of many events. */
export function subscribedEventTypes<Type extends PublicEventType>(
  { subscribed_event_types }: { subscribed_event_types: ReadonlySet<string> },
  types: readonly Type[],
): Set<Type> {
  return new Set(types.filter((type) => isSubscribed(subscribed_event_types, type)))
}

/** Names under which webhooks subscribe to a type: its own, and the legacy one. */
export const namesOf = (type: string): string[] => [...new Set([type, legacyNameOf(type) ?? type])]

export const isSubscribed = (subscribed: ReadonlySet<string>, type: string): boolean =>
  namesOf(type).some((name) => subscribed.has(name))
