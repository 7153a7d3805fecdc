import type { Metadata } from 'next'
import { General } from './general'

export const metadata: Metadata = { title: 'Settings' }

export default function SettingsPage() {
  return <General />
}
