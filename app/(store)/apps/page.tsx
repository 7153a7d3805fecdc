import type { Metadata } from 'next'
import { AppStore } from './app-store'

export const metadata: Metadata = { title: 'Apps' }

export default function AppStorePage() {
  return <AppStore />
}
