import type { Tx } from '../../../core/write/write.ts'
import { publishBroadcast } from '../../posts/service.ts'

/** Publishes a public broadcast as a post when sending starts. */
export async function publishIfPublic(tx: Tx, { id }: { id: number }): Promise<void> {
  const broadcast = await tx.db.broadcast.findFirst({
    where: { id, public: true },
    select: {
      publication_id: true,
      subject: true,
      preview_text: true,
      content: true,
      thumbnail_url: true,
      thumbnail_alt: true,
      published_at: true,
    },
  })
  if (broadcast)
    await publishBroadcast(tx, { ...broadcast, subject: broadcast.subject ?? '', content: broadcast.content ?? '' })
}
