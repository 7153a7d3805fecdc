import type { Metadata } from 'next'
import { recordPage } from '../../page-data'
import { fieldQueries, segmentPreviewQuery } from '../queries'
import { EditSegment } from './edit-segment'

export const metadata: Metadata = { title: 'Segment' }

export default recordPage(EditSegment, ({ trpc, after }, id) => [
  after(trpc.segments.get.queryOptions({ id }), ({ definition }) => [
    ...fieldQueries(trpc, definition),
    segmentPreviewQuery(trpc, definition),
  ]),
  trpc.segments.sizes.queryOptions({ id }),
])
