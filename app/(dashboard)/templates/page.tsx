import type { Metadata } from 'next'
import { TemplateList } from './template-list'

export const metadata: Metadata = { title: 'Templates' }

export default function TemplatesPage() {
  return <TemplateList />
}
