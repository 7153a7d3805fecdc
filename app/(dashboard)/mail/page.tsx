import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { CaughtMailList } from './caught-mail-list'
import { MailNotCaught } from './mail-not-caught'

export const metadata: Metadata = { title: 'Caught emails' }

export default async function MailPage() {
  const { reason } = await (await pageCaller()).mail.catcher()
  return reason ? <CaughtMailList reason={reason} /> : <MailNotCaught />
}
