import type { Metadata } from 'next'
import { CaughtMailList } from './caught-mail-list'

export const metadata: Metadata = { title: 'Sent mail' }

export default function MailPage() {
  return <CaughtMailList />
}
