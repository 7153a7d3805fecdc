import type { Metadata } from 'next'
import { BroadcastList } from './broadcast-list'

export const metadata: Metadata = { title: 'Broadcasts' }

export default function BroadcastsPage() {
  return <BroadcastList />
}
