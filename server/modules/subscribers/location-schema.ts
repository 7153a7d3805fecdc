import { z } from 'zod'
import { named } from '../../core/wire.ts'
import { isCountryCode } from '../../lib/text/country-codes.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'

// A location in requests: contract 8.2.9. Answers call two of its properties `state` and `country` (8.2.0).

const text = (name: string) =>
  z
    .string({ error: `${name} can't be blank` })
    .overwrite(singleLine)
    .trim()
    .min(1, `${name} can't be blank`)
    .max(255, `${name} is too long`)

const degrees = (name: string, most: number) =>
  z
    .preprocess(
      (value) =>
        typeof value === 'string' && /^\s*-?\d{1,3}(\.\d{1,20})?\s*$/.test(value)
          ? Number(value)
          : value === ''
            ? null
            : value,
      z
        .number({
          error: ({ input }) =>
            input === undefined || input === null ? `${name} can't be blank` : `${name} is not a number`,
        })
        .min(-most, `${name} must be between -${most} and ${most}`)
        .max(most, `${name} must be between -${most} and ${most}`),
    )
    .meta({ type: 'number', minimum: -most, maximum: most })

/** All six properties are required. A new pin replaces all of an earlier one. */
export const PinnedLocation = named('PinnedLocation', {
  city: text('City'),
  state_province: text('State province'),
  country_code: text('Country code')
    .toUpperCase()
    .refine((code) => code === '' || isCountryCode(code), 'Country code is not an ISO 3166-1 alpha-2 code')
    .meta({ minLength: 2, maxLength: 2, example: 'NO', description: 'ISO 3166-1 alpha-2.' }),
  latitude: degrees('Latitude', 90),
  longitude: degrees('Longitude', 180),
  timezone: text('Timezone')
    .refine((zone) => zone === '' || isTimeZone(zone), 'Timezone is not a valid time zone')
    .meta({ example: 'Europe/Oslo', description: 'IANA name.' }),
})

/** If `location` is missing or not an object, every property counts as missing. */
export const LocationInput = z.object({
  location: z.preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
    PinnedLocation,
  ),
})
export type LocationInput = z.infer<typeof LocationInput>

export const LocatedSubscriber = named('LocatedSubscriber', {
  id: z.int().meta({ format: 'int64' }),
  location: PinnedLocation,
})
export type LocatedSubscriber = z.infer<typeof LocatedSubscriber>
