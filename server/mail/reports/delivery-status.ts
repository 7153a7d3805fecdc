import { classifyFailure, type Failure, findStatus } from './classify.ts'
import type { ReportKind } from './kind.ts'
import { findAddress, readBlocks, readFields } from './message.ts'

/** A report's outcome for one recipient. */
export interface ReportedRecipient {
  kind: ReportKind
  /** The failed address. After forwarding, it may differ from the address of the message. */
  address?: string
  /** The address of the message, if the report contains it. */
  original_address?: string
  status?: string
  diagnostic?: string
}

const MAX_RECIPIENTS = 100

/** Reads a part `message/delivery-status` (RFC 3464) or `message/global-delivery-status` (RFC 6533). */
export function readDeliveryStatus(
  part: string,
  { explanation, senders }: { explanation: string; senders: readonly string[] },
): ReportedRecipient[] {
  const recipients: ReportedRecipient[] = []
  for (const block of readBlocks(part, MAX_RECIPIENTS + 1)) {
    const fields = readFields(block)
    // Some servers omit the empty line between the fields of the message and the fields of the recipient.
    if (!fields.has('final-recipient') && !fields.has('action') && !fields.has('status')) continue
    recipients.push(readRecipient(fields, { explanation, senders }))
  }
  return recipients.slice(0, MAX_RECIPIENTS)
}

function readRecipient(
  fields: ReadonlyMap<string, string>,
  { explanation, senders }: { explanation: string; senders: readonly string[] },
): ReportedRecipient {
  const diagnostic = typedValue(fields.get('diagnostic-code'))
  const status = specificStatus(findStatus(fields.get('status') ?? ''), diagnostic)
  const action = (fields.get('action') ?? '').toLowerCase()
  const original_address = findAddress(typedValue(fields.get('original-recipient')) ?? '')
  const address = findAddress(typedValue(fields.get('final-recipient')) ?? '') ?? original_address
  return {
    kind: kindOf(action, {
      status,
      text: diagnostic ?? explanation,
      recipient: address,
      senders,
      is_notice: diagnostic === undefined,
    }),
    ...(address && { address }),
    ...(original_address && { original_address }),
    ...(status && { status }),
    ...(diagnostic && { diagnostic }),
  }
}

/** Many servers write 5.0.0 and quote the status of the remote server in the diagnosis. */
const specificStatus = (status: string | undefined, diagnostic: string | undefined): string | undefined =>
  status?.endsWith('.0.0') ? (findStatus(diagnostic ?? '') ?? status) : status

function kindOf(action: string, failure: Failure): ReportKind {
  const { status } = failure
  if (action.startsWith('delayed')) return 'delayed'
  if (/^(?:delivered|relayed|expanded)/.test(action)) return 'delivered'
  if (!action.startsWith('failed')) {
    if (status?.startsWith('2')) return 'delivered'
    if (status?.startsWith('4')) return 'delayed'
    if (!status) return 'unknown'
  }
  return classifyFailure(failure)
}

/** Returns the value after its type: `smtp; 550 ...`, `rfc822;ann@example.net`. */
function typedValue(field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  const semicolon = field.indexOf(';')
  const value = /^[\w-]+$/.test(field.slice(0, Math.max(semicolon, 0)).trim()) ? field.slice(semicolon + 1) : field
  return value.trim() || undefined
}
