import type { Metadata } from 'next'
import { TestMessage } from './test-message'

export const metadata: Metadata = { title: 'Test message' }

export default function TestPage() {
  return <TestMessage />
}
