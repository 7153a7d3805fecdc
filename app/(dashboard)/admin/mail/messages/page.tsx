import type { Metadata } from 'next'
import { MessageFinder } from './message-finder'

export const metadata: Metadata = { title: 'Messages' }

export default function MessagesPage() {
  return <MessageFinder />
}
