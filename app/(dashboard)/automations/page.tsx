import type { Metadata } from 'next'
import { Automations } from './automations'

export const metadata: Metadata = { title: 'Automations' }

export default function AutomationsPage() {
  return <Automations />
}
