import { moved } from '../moved'

export default async function FormerTemplateReviewsPage() {
  await moved('/admin/review?kind=template')
}
