import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { pageCaller } from '@/server/trpc/caller.ts'
import { PageData, type SearchPage } from '../page-data'
import { CaughtMailList } from './caught-mail-list'
import { MailNotCaught } from './mail-not-caught'
import { caughtMailQuery, MAIL_FILTERS } from './queries'

export const metadata: Metadata = { title: 'Caught emails' }

const address = createLoader({ ...MAIL_FILTERS, ...CURSOR })

export default async function MailPage({ searchParams }: SearchPage) {
  const { reason } = await (await pageCaller()).mail.catcher()
  if (!reason) return <MailNotCaught />
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc, hasRole }) => [caughtMailQuery(trpc, given, cursorOf(given), hasRole('editor'))]}>
      <CaughtMailList reason={reason} />
    </PageData>
  )
}
