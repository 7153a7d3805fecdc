import type { BroadcastStatus, SubscriberState } from '@/components/status-badge'

export const accounts = [
  { id: 1, name: 'Studio Nora', role: 'owner' as const },
  { id: 2, name: 'The Slow Almanac', role: 'editor' as const },
]

const names = [
  ['Astrid', 'astrid.nyberg@posteo.example', 'active'],
  ['Tomás', 'tomas.arroyo@correo.example', 'active'],
  ['', 'k.okonkwo+news@mailbox.example', 'inactive'],
  ['Mei', 'mei.tanaka@fjord.example', 'active'],
  ['Łukasz', 'lukasz.wójcik@poczta.example', 'cancelled'],
  ['Priya', 'priya@raman-design-and-print-workshop.example', 'active'],
  ['Jonas', 'jonas.bergstroem@nordlys.example', 'bounced'],
  ['Amélie', 'amelie.duval@courrier.example', 'active'],
  ['Sam', 'sam@spammed.example', 'complained'],
] as const

export interface SampleSubscriber {
  id: number
  first_name: string
  email_address: string
  state: SubscriberState
  created_at: string
  open_rate: number
  click_rate: number
  sent: number
}

export const subscribers: SampleSubscriber[] = names.map(([first_name, email_address, state], index) => ({
  id: 9001 + index,
  first_name,
  email_address,
  state,
  created_at: new Date(Date.UTC(2026, 2, 18 - index * 9, 9, 30)).toISOString(),
  open_rate: [72.4, 51, 0, 88.9, 31.2, 64, 12.5, 45.3, 20][index] ?? 0,
  click_rate: [12.1, 8.4, 0, 21, 2.2, 9.9, 0, 6.1, 0][index] ?? 0,
  sent: [41, 38, 0, 18, 36, 1204, 8, 27, 5][index] ?? 0,
}))

export const broadcastStatusNames: BroadcastStatus[] = ['draft', 'scheduled', 'sending', 'completed', 'aborted']

export const growth = Array.from({ length: 60 }, (_, day) => {
  const new_subscribers = Math.round(18 + 9 * Math.sin(day / 4) + ((day * 37) % 11) + (day === 41 ? 62 : 0))
  const unsubscribed = Math.round(3 + ((day * 13) % 6) + (day % 14 === 9 ? 14 : 0) + (day === 23 ? 30 : 0))
  const lost = day % 9 === 4 ? 3 : 0
  const date = new Date(Date.UTC(2026, 0, 15 + day)).toISOString().slice(0, 10)
  return { date, new_subscribers, unsubscribed, lost, net: new_subscribers - unsubscribed - lost }
})

export const engagement = Array.from({ length: 48 }, (_, hour) => ({
  hour,
  opens: Math.round(920 * Math.exp(-hour / 6) + 60 * Math.max(0, Math.sin((hour - 14) / 3.8))),
  clicks: Math.round(160 * Math.exp(-hour / 7) + 10 * Math.max(0, Math.sin((hour - 14) / 3.8))),
}))

export const links = [
  {
    key: 1,
    label: 'studio.example/winter-prints',
    href: 'https://studio.example/winter-prints',
    value: 412,
    detail: '38.2%',
  },
  {
    key: 2,
    label: 'studio.example/journal/how-paper-remembers-the-hand-that-folded-it',
    href: 'https://studio.example/journal',
    value: 268,
    detail: '24.8%',
  },
  { key: 3, label: 'bookshop.example/the-slow-almanac', href: 'https://bookshop.example', value: 203, detail: '18.8%' },
  { key: 4, label: 'studio.example/workshops', href: 'https://studio.example/workshops', value: 97, detail: '9%' },
  { key: 5, label: 'Unknown link', value: 12, detail: '1.1%' },
]
