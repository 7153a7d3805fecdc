import { z } from 'zod'

/** Rates compared with earlier broadcasts. */
export const BASELINE_RATES = ['open_rate', 'click_rate', 'unsubscribe_rate', 'bounce_rate'] as const
export type BaselineRate = (typeof BASELINE_RATES)[number]

/** A rate of at most ten earlier broadcasts, in percent. */
const RateBaseline = z.object({ broadcasts: z.int(), median: z.number(), lowest: z.number(), highest: z.number() })
export type RateBaseline = z.infer<typeof RateBaseline>

/** Null: no earlier broadcast has the rate. */
export const Baseline = z.record(z.enum(BASELINE_RATES), RateBaseline.nullable())
export type Baseline = z.infer<typeof Baseline>
