import type { Tone } from '@/components/ui/badge'
import type { Recipient } from '@/server/modules/delivery/schema.ts'

/** Labels of a recipient's delivery state. */
export const deliveryStates = {
  queued: { label: 'Pending', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'stamp' },
  sent: { label: 'Sent', tone: 'success' },
  unconfirmed: { label: 'Unconfirmed', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  excluded: { label: 'Skipped', tone: 'neutral' },
} as const satisfies Record<Recipient['state'], { label: string; tone: Tone }>
