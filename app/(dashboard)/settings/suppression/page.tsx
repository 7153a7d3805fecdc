import type { Metadata } from 'next'
import { SuppressionList } from './suppression-list'

export const metadata: Metadata = { title: 'Suppression list' }

export default function SuppressionPage() {
  return <SuppressionList />
}
