import type { Metadata } from 'next'
import { MailOverview } from './mail-overview'

export const metadata: Metadata = { title: 'Mail' }

export default function MailPage() {
  return <MailOverview />
}
