import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { NEW_SEGMENT, segmentPreviewQuery } from '../queries'
import { SegmentEditor } from '../segment-editor'

export const metadata: Metadata = { title: 'New segment' }

export default queryPage(SegmentEditor, ({ trpc }) => [segmentPreviewQuery(trpc, NEW_SEGMENT)])
