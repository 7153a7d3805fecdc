import { z } from 'zod'

/** Returns the schema of a setting that is a whole number from `least` to `most`. */
export const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(least, `is below ${least}`)
    .max(most, `is above ${most}`)
