import type { Metadata } from 'next'
import { SegmentEditor } from '../segment-editor'

export const metadata: Metadata = { title: 'New segment' }

export default function NewSegmentPage() {
  return <SegmentEditor />
}
