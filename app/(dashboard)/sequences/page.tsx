import type { Metadata } from 'next'
import { SequenceList } from './sequence-list'

export const metadata: Metadata = { title: 'Sequences' }

export default function SequencesPage() {
  return <SequenceList />
}
