import type { Metadata } from 'next'
import { NewDraft } from '../../new-draft'

export const metadata: Metadata = { title: 'New broadcast' }

export default function NewBroadcastPage() {
  return <NewDraft path="/broadcasts" create={(caller) => caller.broadcasts.create({})} />
}
