import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { segmentCountQuery, segmentListQuery } from './queries'
import { SegmentList } from './segment-list'

export const metadata: Metadata = { title: 'Segments' }

export default listPage(SegmentList, {}, ({ trpc, after }, _filters, cursor) => [
  after(segmentListQuery(trpc, cursor), ({ rows }) => rows.map(({ id }) => segmentCountQuery(trpc, id))),
])
