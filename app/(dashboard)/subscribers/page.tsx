import type { Metadata } from 'next'
import { SubscriberList } from './subscriber-list'

export const metadata: Metadata = { title: 'Subscribers' }

export default function SubscribersPage() {
  return <SubscriberList />
}
