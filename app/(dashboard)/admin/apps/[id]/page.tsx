import { moved } from '../../moved'

export default async function FormerAppReviewPage({ params }: { params: Promise<{ id: string }> }) {
  await moved(`/admin/review/apps/${encodeURIComponent((await params).id)}`)
}
