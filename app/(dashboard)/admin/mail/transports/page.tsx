import type { Metadata } from 'next'
import { Transports } from './transports'

export const metadata: Metadata = { title: 'Transports' }

export default function TransportsPage() {
  return <Transports />
}
