import { formatCount, formatNumber } from '@/components/format'
import { subscriberStates } from '@/components/status-badge'
import { listText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type {
  ActionKind,
  BulkAction,
  BulkPreview,
  BulkSelection,
  LeftAlone,
  StopReason,
} from '@/server/modules/bulk-actions/schema.ts'

interface ActionText {
  /** Name of the action in a menu, and title of its dialog. */
  title: string
  /** Start of the button's label, before the number. */
  verb: string
  running: string
  done: string
  /** Describes what happens to the subscribers. */
  effect: string
  /** Says whether it can be undone. */
  undo: string
}

const undoText = () => 'You can undo this for a week.'

export const ACTION_TEXTS: Record<ActionKind, ActionText> = {
  tag: {
    title: 'Add a tag',
    verb: 'Tag',
    running: 'Adding the tag',
    done: 'Tagged',
    effect: 'Automations that start with this tag start for them.',
    undo: `${undoText()} It removes the tag from those who get it now; automations that started continue.`,
  },
  untag: {
    title: 'Remove a tag',
    verb: 'Untag',
    running: 'Removing the tag',
    done: 'Untagged',
    effect:
      'They leave segments and topics that need this tag. Automations that start when it is removed start for them.',
    undo: `${undoText()} They get the tag back with its date, which starts no automation.`,
  },
  add_to_sequence: {
    title: 'Add to a sequence',
    verb: 'Add',
    running: 'Adding to the sequence',
    done: 'Added',
    effect: 'They get the emails of the sequence, starting with the first.',
    undo: `${undoText()} They leave the sequence; emails that were sent stay sent.`,
  },
  remove_from_sequence: {
    title: 'Remove from a sequence',
    verb: 'Remove',
    running: 'Removing from the sequence',
    done: 'Removed',
    effect: 'They get no more emails from it, and waiting ones are withdrawn.',
    undo: 'You can’t undo this: their position in the sequence is lost.',
  },
  set_field: {
    title: 'Set a custom field',
    verb: 'Update',
    running: 'Setting the field',
    done: 'Updated',
    effect: 'The new value replaces what is there.',
    undo: `${undoText()} Each gets the former value back, unless it was changed since.`,
  },
  unsubscribe: {
    title: 'Unsubscribe',
    verb: 'Unsubscribe',
    running: 'Unsubscribing',
    done: 'Unsubscribed',
    effect: 'They get no more emails. Only they can subscribe again.',
    undo: 'You can’t undo this.',
  },
  delete: {
    title: 'Delete subscribers',
    verb: 'Delete',
    running: 'Deleting',
    done: 'Deleted',
    effect:
      'Their profile, tags, notes, history and purchases are deleted. They can sign up or be imported again, even if they unsubscribed.',
    undo: 'You can’t undo this.',
  },
}

const LEFT_ALONE: Record<LeftAlone, string> = {
  has_tag: 'had the tag already',
  has_no_tag: 'did not have the tag',
  not_active: 'not active',
  in_sequence: 'in the sequence already',
  not_in_sequence: 'not in the sequence',
  has_value: 'had this value already',
  is_unsubscribed: 'unsubscribed already',
  is_sent_email: 'waiting for an email to be sent',
  not_agreed: 'more than you confirmed',
}

const STOPPED: Record<StopReason, string> = {
  role: 'Stopped: the member who started this no longer has permission.',
  tag_deleted: 'Stopped: the tag was deleted.',
  sequence_deleted: 'Stopped: the sequence was deleted.',
  field_deleted: 'Stopped: the custom field was deleted.',
  segment_deleted: 'Stopped: the segment was deleted.',
}

const WILL: Record<ActionKind, string> = {
  tag: 'get the tag',
  untag: 'lose the tag',
  add_to_sequence: 'join the sequence',
  remove_from_sequence: 'leave the sequence',
  set_field: 'get the new value',
  unsubscribe: 'be unsubscribed',
  delete: 'be deleted',
}

/** Previews the effect: "39 of 41 subscribers will get the tag; the others stay as they are." */
export function previewText(kind: ActionKind, { matched, changed }: BulkPreview): string {
  if (matched === 0) return 'No subscriber matches.'
  if (changed === 0) return `Nothing changes for ${formatCount(matched, 'subscriber')}.`
  return changed < matched
    ? t`${formatNumber(changed)} of ${formatCount(matched, 'subscriber')} will ${WILL[kind]}; the others stay as they are.`
    : t`${formatCount(matched, 'subscriber')} will ${WILL[kind]}.`
}

/** Describes a selection: "All 604 active subscribers with “lin” in address or name". */
export function selectionText(selection: BulkSelection, count: number): string {
  if (selection.kind === 'chosen') return formatCount(count, 'selected subscriber')
  const { status, search, tag_id, segment_id, filter } = selection
  if (status === 'all' && !search && !tag_id && !segment_id && !filter)
    return `All ${formatNumber(count)} subscribers of this account, in every state. The list has no filter.`
  const state = status === 'all' ? '' : `${subscriberStates[status].label.toLowerCase()} `
  const parts = [
    search ? t`with “${search}” in address or name` : '',
    tag_id ? t`with the list’s tag` : '',
    segment_id ? t`in the segment` : '',
    filter ? t`who match the list’s filter` : '',
  ].filter(Boolean)
  return `All ${formatNumber(count)} ${state}subscribers${parts.length > 0 ? ` ${listText(parts)}` : ''}${status === 'all' ? t`, in every state` : ''}.`
}

/** "Tag 39 subscribers". */
export const actionLabel = (kind: ActionKind, count: number) =>
  `${ACTION_TEXTS[kind].verb} ${formatCount(count, 'subscriber')}`

/** Returns the title of a running or ended action: "Added the tag “VIP”". */
export function actionTitle({ kind, target, value, state }: BulkAction): string {
  const { title, running } = ACTION_TEXTS[kind]
  if (state === 'undoing') return `Undoing: ${title.toLowerCase()}`
  const name =
    kind === 'set_field' && target
      ? t` “${target}” to ${value ? `“${value}”` : 'nothing'}`
      : target
        ? ` “${target}”`
        : ''
  return `${state === 'running' ? running : title}${name}`
}

/** Says how many subscribers changed, and why others did not. */
export function resultText({ state, kind, changed, left_alone, undone, kept, stop_reason }: BulkAction): string {
  if (state === 'undone') {
    const undoneText = t`Undone for ${formatCount(undone, 'subscriber')}.`
    return kept > 0 ? t`${undoneText} Changed since, so not undone: ${formatNumber(kept)}.` : undoneText
  }
  const unchangedTexts = Object.entries(left_alone).map(
    ([reason, count]) => `${formatNumber(count)} ${LEFT_ALONE[reason as LeftAlone]}`,
  )
  return [
    stop_reason ? STOPPED[stop_reason] : state === 'canceled' ? t`Canceled.` : '',
    `${ACTION_TEXTS[kind].done} ${formatCount(changed, 'subscriber')}.`,
    unchangedTexts.length > 0 ? `Unchanged: ${listText(unchangedTexts)}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
