import type { Ctx } from '../../../core/context.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import type { References } from '../../../mail/threads/inspect-tasks.ts'
import { snippetsFor } from '../../snippets/contents.ts'
import { composeMail, type Draft } from '../compose/compose.ts'
import { viewMail } from '../compose/personalize.ts'
import { renderProblem } from '../compose/preflight.ts'
import { loadSegments } from '../compose/segment-conditions.ts'
import type { AudienceCondition } from '../enqueueing/enqueue-recipients.ts'
import type { LinkCheck, Remark } from '../preflight-schema.ts'
import { checkAddresses } from './check-addresses.ts'
import { inspectEmail } from './inspect.ts'
import { checkMergeFields, type PossibleEvent } from './merge-fields.ts'
import { checkRequiredParts } from './required-parts.ts'
import { checkSender } from './sender.ts'

/** Returns advice about an email that could be sent: markup, size, links and merge fields. Values of the audience start at `$3`. */
export async function checkEmail(
  ctx: Ctx,
  {
    draft,
    recipient,
    audience,
    audience_count,
    events,
  }: {
    draft: Draft
    recipient: TemplateSubscriber
    audience: AudienceCondition
    audience_count: number
    /** Events that an automation may bring. */
    events?: readonly PossibleEvent[]
  },
): Promise<Remark[]> {
  const { snapshot, rendered } = await render(ctx, draft, recipient)
  // A message that cannot be built is already a blocker.
  if (!snapshot || !rendered) return []
  const snippets = await snippetsFor(ctx, [draft.content])
  const found = await textWork(ctx, 'inspect', { content: draft.content, snippets, html: rendered.html })
  const inspected = inspectEmail({ ...found, subject: rendered.subject })
  const written = [draft.subject, draft.preview_text, draft.content].join('\n')
  const fields = await checkMergeFields(ctx, { snapshot, written, audience, audience_count, events })
  const sender = await checkSender(ctx, { email_address: draft.sender.address })
  return [
    ...(await checkRequiredParts(ctx, { draft, snapshot, audience, recipient })),
    ...inspected,
    ...fields,
    ...sender,
  ]
}

/** Checks links and images of all versions by requesting them. Call it until `is_done`. */
export async function checkLinks(
  ctx: Ctx,
  { drafts, recipient }: { drafts: readonly Draft[]; recipient: TemplateSubscriber },
): Promise<LinkCheck> {
  const pages: References[] = []
  for (const draft of drafts) {
    const { rendered } = await render(ctx, draft, recipient)
    if (rendered) pages.push(await textWork(ctx, 'references', { html: rendered.html }))
  }
  return checkAddresses(ctx, { pages })
}

/** Returns undefined if the email cannot be built. */
async function render(ctx: Ctx, draft: Draft, recipient: TemplateSubscriber) {
  try {
    const { snapshot } = await composeMail(ctx, draft)
    const { segments } = await textWork(ctx, 'names', { sources: [snapshot.subject, snapshot.html, snapshot.text] })
    await loadSegments(ctx, [recipient], { names: segments })
    return { snapshot, rendered: await viewMail(ctx, snapshot, recipient) }
  } catch (error) {
    if (renderProblem(error) === null) throw error
    return {}
  }
}
