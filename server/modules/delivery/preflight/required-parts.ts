import type { Ctx } from '../../../core/context.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { RequiredPart } from '../../../mail/html/required-parts.ts'
import { hasPostalAddress } from '../../../mail/html/text.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import type { Draft, Snapshot } from '../compose/compose.ts'
import { lackingParts } from '../compose/personalize.ts'
import { sampleAudience } from '../compose/preflight.ts'
import type { AudienceCondition } from '../enqueueing/enqueue-recipients.ts'
import { editContent, type Remark, warning } from '../preflight-schema.ts'

const SAMPLE = 100
/** The request keeps a database connection while it builds messages. */
const WORK_MS = 2_000

interface CheckedEmail {
  draft: Draft
  snapshot: Snapshot
  audience: AudienceCondition
  recipient: TemplateSubscriber
}

/**
 * Warns if rendered messages hide the unsubscribe link or the postal address, for example by a style or condition: sending then appends
 * them (B6, L1). Renders nothing when no message can lack them.
 */
export async function checkRequiredParts(
  ctx: Ctx,
  { draft, snapshot, audience, recipient }: CheckedEmail,
): Promise<Remark[]> {
  let sample: Awaited<ReturnType<typeof sampleAudience>> = { audience_count: 0, subscribers: [] }
  const lacking = await lackingParts(ctx, snapshot, {
    async subscribers() {
      sample = await sampleAudience(ctx, { audience, most: SAMPLE })
      if (sample.subscribers.length === 0) sample = { ...sample, subscribers: [recipient] }
      return sample.subscribers
    },
    most_ms: WORK_MS,
  })
  const checked = lacking?.length ?? 0
  const found = sample.subscribers.flatMap(({ email_address }, at) => {
    const parts = lacking?.[at] ?? []
    return parts.length > 0 ? [{ email_address, parts }] : []
  })
  if (found.length === 0) return []
  const { audience_count } = sample
  const is_written = hasPostalAddress(draft.content) || (await textWork(ctx, 'leavesList', { html: draft.content }))
  const remark = missingRemark({ found, checked, is_whole: checked >= audience_count, is_written })
  return remark ? [remark] : []
}

function missingRemark({
  found,
  checked,
  is_whole,
  is_written,
}: {
  found: readonly { email_address: string; parts: readonly RequiredPart[] }[]
  checked: number
  /** True if the whole audience was checked. */
  is_whole: boolean
  /** The creator wrote a link or an address. */
  is_written: boolean
}): Remark | null {
  const [first] = found
  if (!first) return null
  const parts = PARTS.filter((part) => found.some((one) => one.parts.includes(part)))
  const named = parts.length > 1 ? t`the unsubscribe link and the postal address` : partText(parts[0])
  const message =
    found.length < checked
      ? t`${found.length} of ${checked} subscribers checked do not see ${named}, such as ${first.email_address}. What is missing is added at the end of their emails.`
      : is_whole
        ? t`No subscriber sees ${named}. What is missing is added at the end of the email.`
        : t`None of the ${checked} subscribers checked sees ${named}. What is missing is added at the end of the email.`
  return is_written ? warning('added_footer', message, editContent()) : warning('added_footer', message)
}

const PARTS: readonly RequiredPart[] = ['unsubscribe link', 'postal address']
const partText = (part: RequiredPart | undefined) =>
  part === 'postal address' ? t`the postal address` : t`the unsubscribe link`
