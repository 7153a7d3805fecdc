import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { NEW_SEGMENT, segmentPreviewQuery } from '../queries'
import { SegmentEditor } from '../segment-editor'

export const metadata: Metadata = { title: 'New segment' }

export default function NewSegmentPage() {
  return (
    <PageData queries={({ trpc }) => [segmentPreviewQuery(trpc, NEW_SEGMENT)]}>
      <SegmentEditor />
    </PageData>
  )
}
