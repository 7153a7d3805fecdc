import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { obstacleQuery, sendingNotices } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import { sequenceListQuery } from './queries'
import { SequenceList } from './sequence-list'

export const metadata: Metadata = { title: 'Sequences' }

const address = createLoader({ ...CURSOR })

export default async function SequencesPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [sequenceListQuery(trpc, cursorOf(given)), obstacleQuery(trpc), ...sendingNotices(trpc)]}
    >
      <SequenceList />
    </PageData>
  )
}
