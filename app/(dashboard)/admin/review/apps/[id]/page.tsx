import { notFound } from 'next/navigation'
import { ById } from '@/server/modules/apps/schema.ts'
import { titled } from '../../../titled'
import { AppReview } from './app-review'

export const generateMetadata = titled('App review')

export default async function AppReviewPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return <AppReview id={input.data.id} />
}
