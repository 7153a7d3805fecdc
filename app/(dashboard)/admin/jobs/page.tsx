import type { Metadata } from 'next'
import { Runs } from './runs'

export const metadata: Metadata = { title: 'Background jobs' }

export default function JobsPage() {
  return <Runs />
}
