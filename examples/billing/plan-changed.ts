// Maps a processor's subscription events to Envoi's. The shape follows Stripe's customer.subscription.* events;
// `metadata` is what your checkout stored when the owner paid.

export interface ProcessorEvent {
  id: string
  type: string
  /** Unix seconds. */
  created: number
  data: {
    object: {
      metadata: { envoi_account_id?: string; envoi_plan?: string }
      cancel_at_period_end: boolean
      /** Unix seconds. */
      current_period_end: number
      trial_end: number | null
      plan: { interval: 'month' | 'year' }
    }
  }
}

const time = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** Returns the event for Envoi; undefined for one that does not concern plans. */
export function planChanged({ type, created, data: { object } }: ProcessorEvent) {
  if (!type.startsWith('customer.subscription.')) return undefined
  const { envoi_account_id, envoi_plan } = object.metadata
  if (!envoi_account_id || !envoi_plan) return undefined
  const event = (members: object) => ({
    type: 'plan.changed',
    occurred_at: time(created),
    data: { account_id: Number(envoi_account_id), ...members },
  })
  // Ended immediately, for example because the payment failed for good.
  if (type === 'customer.subscription.deleted') return event({ plan_type: 'free' })
  const ends = time(object.current_period_end)
  return event({
    plan_type: envoi_plan,
    interval: object.plan.interval,
    trial_lapse_date: object.trial_end === null ? null : time(object.trial_end),
    ...(object.cancel_at_period_end ? { cancels_at: ends } : { renews_at: ends }),
  })
}
