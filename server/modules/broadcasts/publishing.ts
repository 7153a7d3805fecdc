import type { Tx } from '../../core/write.ts'
import { publishLetter } from '../posts/service.ts'

/** A public broadcast is a post from the moment it goes out. */
export async function publishIfPublic(tx: Tx, { id }: { id: number }): Promise<void> {
  const letter = await tx.db.broadcast.findFirst({
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
  if (letter) await publishLetter(tx, { ...letter, subject: letter.subject ?? '', content: letter.content ?? '' })
}
