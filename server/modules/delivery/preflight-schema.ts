import { z } from 'zod'
import { t, text } from '../../lib/locale/texts.ts'

/** A link to the fix, or a replacement. `replace` changes every occurrence in subject, preview text and content. */
export const Fix = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), label: z.string(), href: z.string() }),
  z.object({
    kind: z.literal('field'),
    label: z.string(),
    field: z.enum(['subject', 'preview_text', 'content', 'audience', 'sender', 'template']),
  }),
  z.object({ kind: z.literal('replace'), label: z.string(), find: z.string(), replace: z.string() }),
])
export type Fix = z.infer<typeof Fix>

export const REMARK_CODES = [
  'no_subject',
  'no_content',
  'no_sender',
  'no_template',
  'blocked_sender',
  'free_mail_sender',
  'unsigned_sender',
  'no_dmarc',
  'no_postal_address',
  'broken_liquid',
  'left_out',
  'unrenderable',
  'no_audience',
  'unknown_audience',
  'no_unsubscribe_link',
  'empty_audience',
  'no_preview_text',
  'no_images_alt',
  'added_footer',
  'unknown_field',
  'foreign_tag',
  'unknown_tag',
  'unknown_segment',
  'empty_field',
  'empty_link',
  'relative_link',
  'invalid_link',
  'insecure_link',
  'broken_link',
  'slow_link',
  'large_image',
  'broken_image',
  'too_large',
  'no_plain_text',
  'image_only',
  'shortened_link',
  'loud_subject',
  'unusual_audience',
  'warm_up',
  'unconfirmed_reply_to',
] as const

/** A problem found before sending. `blocker`s prevent sending, with the same text; `warning`s are advice. */
export const Remark = z.object({
  code: z.enum(REMARK_CODES),
  level: z.enum(['blocker', 'warning']),
  message: z.string(),
  fix: Fix.nullable(),
  /** The variant with the problem, unless it is version A. */
  version: z.int().optional(),
})
export type Remark = z.infer<typeof Remark>

const edit = (field: Extract<Fix, { kind: 'field' }>['field'], label: string): Fix => ({ kind: 'field', field, label })
export const editContent = (): Fix => edit('content', t`Edit content`)
const domains = () => ({ kind: 'page', label: t`View DNS records`, href: '/settings/sending-domains' }) as const

/** Default fix of each kind of problem. A check can override it. */
const fixes = (): Record<(typeof REMARK_CODES)[number], Fix> => ({
  no_subject: edit('subject', t`Write a subject`),
  no_content: edit('content', t`Write the email`),
  no_sender: { kind: 'page', label: t`Confirm an address`, href: '/settings/sending-addresses' },
  no_template: edit('template', t`Choose another template`),
  blocked_sender: domains(),
  free_mail_sender: edit('sender', t`Choose another sender`),
  unsigned_sender: domains(),
  no_dmarc: domains(),
  no_postal_address: { kind: 'page', label: t`Add postal address`, href: '/settings/general' },
  broken_liquid: editContent(),
  left_out: editContent(),
  unrenderable: editContent(),
  no_audience: edit('audience', t`Choose recipients`),
  unknown_audience: edit('audience', t`Choose recipients`),
  no_unsubscribe_link: editContent(),
  empty_audience: edit('audience', t`Choose recipients`),
  no_preview_text: edit('preview_text', t`Write preview text`),
  no_images_alt: editContent(),
  added_footer: edit('template', t`Choose another template`),
  unknown_field: editContent(),
  foreign_tag: editContent(),
  unknown_tag: editContent(),
  unknown_segment: editContent(),
  empty_field: editContent(),
  empty_link: editContent(),
  relative_link: editContent(),
  invalid_link: editContent(),
  insecure_link: editContent(),
  broken_link: editContent(),
  slow_link: editContent(),
  large_image: editContent(),
  broken_image: editContent(),
  too_large: editContent(),
  no_plain_text: editContent(),
  image_only: editContent(),
  shortened_link: editContent(),
  loud_subject: edit('subject', t`Edit subject`),
  unusual_audience: edit('audience', t`Check recipients`),
  unconfirmed_reply_to: { kind: 'page', label: t`Confirm the address`, href: '/settings/sending-addresses' },
  warm_up: { ...domains(), label: t`Sending domains` },
})

/** Plain messages of services are translated here; messages with values already are. */
export const remark = (
  level: Remark['level'],
  code: Remark['code'],
  message: string,
  fix: Fix = fixes()[code],
): Remark => ({ code, level, message: text(message), fix })
export const warning = (code: Remark['code'], message: string, fix?: Fix): Remark =>
  remark('warning', code, message, fix)

/** Results so far of the slower checks of links and images. */
export const LinkCheck = z.object({
  total: z.int(),
  checked: z.int(),
  is_done: z.boolean(),
  remarks: z.array(Remark),
})
export type LinkCheck = z.infer<typeof LinkCheck>

/** A replacement that a remark offered. */
export const FixInput = z.object({ find: z.string().min(1).max(4096), replace: z.string().max(4096) })
export type FixInput = z.infer<typeof FixInput>
