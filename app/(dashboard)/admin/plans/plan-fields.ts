import { z } from 'zod'
import { minorAmount, typedAmount } from '@/components/format'
import { PlanFields, PlanKey, type PlanRow } from '@/server/modules/accounts/plan-schema.ts'

const Whole = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, 'Enter a whole number, or leave it empty for no limit')
const Days = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/, 'Enter a whole number')
const Price = z
  .string()
  .trim()
  .regex(/^(\d{1,7}([.,]\d{1,3})?)?$/, 'Enter an amount such as 29.00, or leave it empty')

/** The fields as typed. An empty limit means unlimited. Without a price, the plan is not offered. */
export const TypedPlan = z.object({
  key: PlanKey,
  name: PlanFields.shape.name,
  description: PlanFields.shape.description,
  currency: PlanFields.shape.currency,
  subscriber_limit: Whole,
  member_limit: Whole,
  price_month: Price,
  price_year: Price,
  trial_days: Days,
  position: Days,
  has_reporting: z.boolean(),
  has_api: z.boolean(),
})
export type TypedPlan = z.output<typeof TypedPlan>

export const NEW_PLAN: TypedPlan = {
  key: '',
  name: '',
  description: '',
  currency: 'USD',
  subscriber_limit: '',
  member_limit: '',
  price_month: '',
  price_year: '',
  trial_days: '0',
  position: '50',
  has_reporting: false,
  has_api: true,
}

const textOf = (value: number | null) => (value === null ? '' : String(value))
const numberOf = (text: string) => (text === '' ? null : Number(text))

export function typedPlan(plan: PlanRow): TypedPlan {
  const { key, name, description, currency, has_reporting, has_api } = plan
  const price = (amount: number | null) => (amount === null ? '' : typedAmount(amount, currency))
  return {
    key,
    name,
    description,
    currency,
    has_reporting,
    has_api,
    subscriber_limit: textOf(plan.subscriber_limit),
    member_limit: textOf(plan.member_limit),
    price_month: price(plan.price_month),
    price_year: price(plan.price_year),
    trial_days: String(plan.trial_days),
    position: String(plan.position),
  }
}

export function planOfTyped(entries: TypedPlan) {
  const price = (text: string) => (text === '' ? null : minorAmount(text, entries.currency))
  return {
    ...entries,
    subscriber_limit: numberOf(entries.subscriber_limit),
    member_limit: numberOf(entries.member_limit),
    price_month: price(entries.price_month),
    price_year: price(entries.price_year),
    trial_days: Number(entries.trial_days),
    position: Number(entries.position),
  }
}
