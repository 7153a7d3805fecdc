import type { Metadata } from 'next'
import { TagList } from './tag-list'

export const metadata: Metadata = { title: 'Tags' }

export default function TagsPage() {
  return <TagList />
}
