import type { Metadata } from 'next'
import { NewSnippet } from './new-snippet'

export const metadata: Metadata = { title: 'New snippet' }

export default function NewSnippetPage() {
  return <NewSnippet />
}
