import { createHash } from 'node:crypto'
import { conflict } from '../../../core/errors.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { StoredBroadcast } from '../view.ts'

/** Identifies the reviewed state: recipients, sender, and all texts. The review itself saves the plan. */
export function reviewedVersion(broadcast: StoredBroadcast): string {
  const { subject, preview_text, content, versions, subscriber_filter, excluded } = broadcast
  const { email_address, reply_to_address, email_template_id, tracking_disabled } = broadcast
  const reviewed = [
    subject,
    preview_text,
    content,
    versions ?? [],
    subscriber_filter,
    excluded,
    email_address,
    reply_to_address,
    email_template_id,
    tracking_disabled,
  ]
  return createHash('sha256').update(JSON.stringify(reviewed)).digest('base64url')
}

/** Throws conflict if the broadcast changed after the review. */
export function requireReviewed(broadcast: StoredBroadcast, reviewed: string | undefined): void {
  if (reviewed === undefined || reviewed === reviewedVersion(broadcast)) return
  throw conflict(t`Someone changed this broadcast after you opened the review. It is up to date now: review it again.`)
}
