import { moved } from '../../moved'

export default async function FormerTemplateReviewPage({ params }: { params: Promise<{ id: string }> }) {
  await moved(`/admin/review/templates/${encodeURIComponent((await params).id)}`)
}
