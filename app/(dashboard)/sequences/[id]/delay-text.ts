import { t } from '@/server/lib/locale/texts.ts'
import type { SequenceStep } from '@/server/modules/sequences/composer-schema.ts'

const DAY_NAMES = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}

export type Day = keyof typeof DAY_NAMES

/** `11:00` */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** `Mon, Wed, Fri`; `Mon – Fri` for consecutive days; `every day`. */
export function daysText(days: readonly Day[]): string {
  const order = Object.keys(DAY_NAMES) as Day[]
  if (days.length === order.length) return t`every day`
  const places = days.map((day) => order.indexOf(day)).sort((a, b) => a - b)
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  const name = (place: number) => DAY_NAMES[order[place] ?? 'monday']
  if (places.length > 2 && last - first === places.length - 1) return `${name(first)} – ${name(last)}`
  return places.map(name).join(', ')
}

/** Returns the delay after the previous email: `1 day later, at 11:00`. */
export function delayText(
  { delay_value, delay_unit }: Pick<SequenceStep, 'delay_value' | 'delay_unit'>,
  { send_hour, is_first }: { send_hour: number; is_first: boolean },
): string {
  if (delay_value === 0) return is_first ? t`Immediately` : 'At the same time'
  const unit = delay_unit === 'days' ? 'day' : 'hour'
  const wait = `${delay_value} ${unit}${delay_value === 1 ? '' : 's'} ${is_first ? t`after joining` : 'later'}`
  return delay_unit === 'days' ? t`${wait}, at ${hourText(send_hour)}` : wait
}
