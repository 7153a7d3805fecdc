import type { Metadata } from 'next'
import { obstacleQuery, sendingNotices } from '@/components/page-queries'
import { listPage } from '../page-data'
import { sequenceListQuery } from './queries'
import { SequenceList } from './sequence-list'

export const metadata: Metadata = { title: 'Sequences' }

export default listPage(SequenceList, {}, ({ trpc }, _filters, cursor) => [
  sequenceListQuery(trpc, cursor),
  obstacleQuery(trpc),
  ...sendingNotices(trpc),
])
