import { titled } from '../../titled'
import { DomainResults } from './domain-results'

export const generateMetadata = titled('Results by domain')

export default function DomainsPage() {
  return <DomainResults />
}
