import type { Metadata } from 'next'
import { NewSubscriber } from './new-subscriber'

export const metadata: Metadata = { title: 'Add subscriber' }

export default function NewSubscriberPage() {
  return <NewSubscriber />
}
