import type { Metadata } from 'next'
import { Reserved } from '@/components/role'
import { pageCaller } from '@/server/trpc/caller.ts'
import { CaughtMailList } from './caught-mail-list'
import { NothingCaught } from './nothing-caught'

export const metadata: Metadata = { title: 'Sent mail' }

export default async function MailPage() {
  const { reason } = await (await pageCaller()).mail.catcher()
  if (!reason) return <NothingCaught />
  return (
    <Reserved as="editor">
      <CaughtMailList reason={reason} />
    </Reserved>
  )
}
