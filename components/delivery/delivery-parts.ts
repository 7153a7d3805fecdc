import type { Tone } from '@/components/ui/badge'
import type { Part } from '@/server/modules/delivery/schema.ts'

/** Labels of the parts that add up to all recipients. */
export const deliveryParts = {
  sent: { label: 'Sent', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  retrying: { label: 'Retrying', tone: 'stamp' },
  unconfirmed: { label: 'Unconfirmed', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  excluded: { label: 'Skipped', tone: 'neutral' },
} as const satisfies Record<Part, { label: string; tone: Tone }>
