import type { Metadata } from 'next'
import { DomainResults } from './domain-results'

export const metadata: Metadata = { title: 'Results by domain' }

export default function DomainsPage() {
  return <DomainResults />
}
