import type { Metadata } from 'next'
import { SnippetList } from './snippet-list'

export const metadata: Metadata = { title: 'Snippets' }

export default function SnippetsPage() {
  return <SnippetList />
}
