import type { Metadata } from 'next'
import { Fields } from './fields'

export const metadata: Metadata = { title: 'Custom fields' }

export default function FieldsPage() {
  return <Fields />
}
