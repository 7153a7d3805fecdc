import { z } from 'zod'

/** The rates of a broadcast that are compared with earlier broadcasts. */
export const BASELINE_RATES = ['open_rate', 'click_rate', 'unsubscribe_rate', 'bounce_rate'] as const
export type BaselineRate = (typeof BASELINE_RATES)[number]

/** A rate, in percent, of the broadcasts that were sent before: at most ten. */
const RateBaseline = z.object({ broadcasts: z.int(), median: z.number(), lowest: z.number(), highest: z.number() })
export type RateBaseline = z.infer<typeof RateBaseline>

/** Null: no broadcast before has the rate. */
export const Baseline = z.record(z.enum(BASELINE_RATES), RateBaseline.nullable())
export type Baseline = z.infer<typeof Baseline>
