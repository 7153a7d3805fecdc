import { moved } from '../moved'

export default async function FormerAppReviewsPage({ searchParams }: { searchParams: Promise<{ status?: string }> }) {
  const { status } = await searchParams
  if (status === 'templates') await moved('/admin/review?kind=template')
  await moved(status === 'published' ? '/admin/review?state=published&kind=app' : '/admin/review')
}
