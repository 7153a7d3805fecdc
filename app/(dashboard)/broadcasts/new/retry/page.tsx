import type { Metadata } from 'next'
import { DraftRetry } from '../../../draft-retry'

export const metadata: Metadata = { title: 'New broadcast' }

export default function RetryPage() {
  return <DraftRetry path="/broadcasts" />
}
