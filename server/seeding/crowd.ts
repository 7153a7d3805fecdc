import { CITIES } from './content/cities.ts'
import type { SeededField, SeededTag } from './content/labels.ts'
import { CULTURES, familyNames, givenNames, MAIL_DOMAINS } from './content/names.ts'
import type { GrowthDay } from './history/calendar.ts'
import { WAYS_IN } from './ways-in.ts'

/** An email sent to the list while it grew, from which some subscribers unsubscribed. */
export interface Send {
  mail_id: number
  /** Times when the first and the last message are sent to the mail server. */
  starts: Date
  ends: Date
}

/** Everything that determines the subscribers, apart from their number. */
export interface Crowd {
  random_seed: number
  now: Date
  days: GrowthDay[]
  fields: (SeededField & { slot: string })[]
  tags: (SeededTag & { tag_id: number })[]
  form: { id: number; name: string }
  /** Oldest first. */
  sends: Send[]
  /** The account's highest subscriber ID. Subscriber numbers, which are part of addresses, start after it. */
  offset: number
}

/**
 * Returns the lists from which names, cities and sources are drawn. Rows are numbered from 1. Tickets contain each row's number as often as
 * its weight.
 */
export function listsToDraw() {
  const given = CULTURES.flatMap(givenNames)
  const family = CULTURES.flatMap(familyNames)
  const name_spans = new Map(
    CULTURES.map((culture, i) => {
      const before = CULTURES.slice(0, i)
      const span = {
        given_before: before.flatMap(givenNames).length,
        given_count: givenNames(culture).length,
        family_before: before.flatMap(familyNames).length,
        family_count: familyNames(culture).length,
      }
      return [culture, span]
    }),
  )
  return {
    given: given.map((name, i) => ({ given_no: i + 1, ...name })),
    family: family.map((name, i) => ({ family_no: i + 1, family: name })),
    cities: CITIES.map((city, i) => ({ city_no: i + 1, ...city, ...name_spans.get(city.culture) })),
    city_tickets: tickets(CITIES),
    ways: WAYS_IN.map((way, i) => ({ way_no: i + 1, ...way })),
    way_tickets: tickets(WAYS_IN),
    domains: MAIL_DOMAINS,
  }
}

const tickets = (list: readonly { weight: number }[]) =>
  list.flatMap(({ weight }, i) => Array<number>(weight).fill(i + 1))
