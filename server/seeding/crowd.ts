import type { GrowthDay } from './calendar.ts'
import { CITIES } from './cities.ts'
import type { SeededField, SeededTag } from './labels.ts'
import { CULTURES, familyNames, givenNames, MAIL_DOMAINS } from './names.ts'
import { WAYS_IN } from './ways-in.ts'

/** Mail that goes out to the crowd while it grows, and that some leave by. */
export interface Send {
  mail_id: number
  /** When the first and the last message of it are handed over. */
  starts: Date
  ends: Date
}

/** Everything that decides about people, besides their number. */
export interface Crowd {
  random_seed: number
  now: Date
  days: GrowthDay[]
  fields: (SeededField & { slot: string })[]
  tags: (SeededTag & { tag_id: number })[]
  form: { id: number; name: string }
  /** Oldest first. */
  sends: Send[]
  /** Numbers, and with them addresses, begin after this: the last id of the account, which no earlier number exceeds. */
  offset: number
}

/**
 * The lists that people are drawn from. Rows have a number that counts from 1; tickets hold such numbers, each as often
 * as its row's weight says.
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
