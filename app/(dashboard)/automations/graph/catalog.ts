import {
  CalendarClock,
  CalendarDays,
  CircleStop,
  Clock,
  FilePen,
  Filter,
  Flag,
  GitFork,
  Hourglass,
  ListMinus,
  ListPlus,
  type LucideIcon,
  Mail,
  MailX,
  Megaphone,
  MousePointerClick,
  PartyPopper,
  Plug,
  Puzzle,
  Radio,
  ShoppingBag,
  Shuffle,
  Split,
  Tag,
  TagIcon,
  Workflow,
  X,
} from '@/components/generated/icons'
import type {
  Action,
  ActionType,
  Listener,
  ListenerType,
  Step,
  Trigger,
  TriggerType,
} from '@/server/modules/automations/graph-schema.ts'
import { ACTION_TITLES } from './words.ts'

// Steps and triggers that can be added, with their initial values. An ID of 0 means nothing is chosen yet.

interface Offered<Value> {
  label: string
  icon: LucideIcon
  make: () => Value
}

export const LISTENERS: Record<ListenerType, Offered<Listener>> = {
  form_joined: { label: 'Joins a form', icon: FilePen, make: () => ({ type: 'form_joined', form_id: null }) },
  tag_added: { label: 'Gets a tag', icon: Tag, make: () => ({ type: 'tag_added', tag_id: 0 }) },
  tag_removed: { label: 'Loses a tag', icon: X, make: () => ({ type: 'tag_removed', tag_id: 0 }) },
  field_changed: {
    label: 'Custom field changes',
    icon: FilePen,
    make: () => ({ type: 'field_changed', custom_field_id: 0, value: null }),
  },
  purchased: { label: 'Buys a product', icon: ShoppingBag, make: () => ({ type: 'purchased', product_id: null }) },
  link_clicked: { label: 'Clicks a link', icon: MousePointerClick, make: () => ({ type: 'link_clicked', url: null }) },
  sequence_completed: {
    label: 'Completes a sequence',
    icon: PartyPopper,
    make: () => ({ type: 'sequence_completed', sequence_id: 0 }),
  },
  automation_completed: {
    label: 'Completes an automation',
    icon: Workflow,
    make: () => ({ type: 'automation_completed', automation_id: 0 }),
  },
  api_event: { label: 'Event from your own program', icon: Radio, make: () => ({ type: 'api_event', name: '' }) },
  app_event: {
    label: 'Event from an app',
    icon: Plug,
    make: () => ({ type: 'app_event', plugin_id: 0, settings: {} }),
  },
}

export const TRIGGERS: Record<TriggerType, Offered<Trigger['on']>> = {
  ...LISTENERS,
  segment_entered: {
    label: 'Enters a segment',
    icon: Filter,
    make: () => ({ type: 'segment_entered', segment_id: 0 }),
  },
  date_reached: {
    label: 'Date in a custom field',
    icon: CalendarDays,
    make: () => ({
      type: 'date_reached',
      custom_field_id: 0,
      offset_days: 0,
      at: '09:00',
      zone: 'account',
      yearly: false,
    }),
  },
}

const actionOffer = (type: ActionType, icon: LucideIcon, make: () => Action): Offered<Action> => ({
  label: ACTION_TITLES[type],
  icon,
  make,
})

export const ACTIONS: Record<ActionType, Offered<Action>> = {
  send_email: actionOffer('send_email', Mail, () => ({ type: 'send_email', email_id: 0 })),
  add_tag: actionOffer('add_tag', TagIcon, () => ({ type: 'add_tag', tag_id: 0 })),
  remove_tag: actionOffer('remove_tag', X, () => ({ type: 'remove_tag', tag_id: 0 })),
  add_to_sequence: actionOffer('add_to_sequence', ListPlus, () => ({ type: 'add_to_sequence', sequence_id: 0 })),
  remove_from_sequence: actionOffer('remove_from_sequence', ListMinus, () => ({
    type: 'remove_from_sequence',
    sequence_id: 0,
  })),
  set_field: actionOffer('set_field', FilePen, () => ({ type: 'set_field', custom_field_id: 0, value: '' })),
  unsubscribe: actionOffer('unsubscribe', MailX, () => ({ type: 'unsubscribe' })),
  notify_team: actionOffer('notify_team', Megaphone, () => ({ type: 'notify_team', user_ids: [], message: '' })),
  app_action: actionOffer('app_action', Puzzle, () => ({ type: 'app_action', plugin_id: 0, settings: {} })),
  start_automation: actionOffer('start_automation', Workflow, () => ({ type: 'start_automation', automation_id: 0 })),
}

export interface OfferedStep {
  key: string
  group: 'Actions' | 'Flow'
  label: string
  icon: LucideIcon
  /** `id` generates IDs for the step and its branches. */
  make: (id: () => string) => Step
}

const note = ''

/** Steps in menu order. */
export const STEPS: OfferedStep[] = [
  ...Object.entries(ACTIONS).map(
    ([type, action]): OfferedStep => ({
      key: type,
      group: 'Actions',
      label: action.label,
      icon: action.icon,
      make: (id) => ({ id: id(), note, kind: 'action', action: action.make(), next: null }),
    }),
  ),
  {
    key: 'wait',
    group: 'Flow',
    label: 'Wait',
    icon: Clock,
    make: (id) => ({ id: id(), note, kind: 'wait', wait: { for: 'duration', minutes: 1440 }, next: null }),
  },
  {
    key: 'wait_for_event',
    group: 'Flow',
    label: 'Wait for an event',
    icon: Hourglass,
    make: (id) => ({
      id: id(),
      note,
      kind: 'wait_for_event',
      events: [],
      timeout_minutes: 7 * 1440,
      next: null,
      timed_out: null,
    }),
  },
  {
    key: 'condition',
    group: 'Flow',
    label: 'Condition',
    icon: GitFork,
    make: (id) => ({
      id: id(),
      note,
      kind: 'condition',
      filter: { all: [], counting_mode: 'raw' },
      yes: null,
      no: null,
    }),
  },
  {
    key: 'split_tag',
    group: 'Flow',
    label: 'Split by tag',
    icon: Split,
    make: (id) => ({ id: id(), note, kind: 'split', by: { type: 'tag' }, branches: [], otherwise: null }),
  },
  {
    key: 'split_field',
    group: 'Flow',
    label: 'Split by custom field',
    icon: Split,
    make: (id) => ({
      id: id(),
      note,
      kind: 'split',
      by: { type: 'field', custom_field_id: 0 },
      branches: [],
      otherwise: null,
    }),
  },
  {
    key: 'random_split',
    group: 'Flow',
    label: 'Random split',
    icon: Shuffle,
    make: (id) => ({
      id: id(),
      note,
      kind: 'random_split',
      branches: [
        { id: id(), label: 'A', percent: 50, next: null },
        { id: id(), label: 'B', percent: 50, next: null },
      ],
    }),
  },
  {
    key: 'goal',
    group: 'Flow',
    label: 'Goal',
    icon: Flag,
    make: (id) => ({ id: id(), note, kind: 'goal', name: '', events: [], next: null }),
  },
  { key: 'end', group: 'Flow', label: 'End', icon: CircleStop, make: (id) => ({ id: id(), note, kind: 'end' }) },
]

export function iconOf(step: Step): LucideIcon {
  switch (step.kind) {
    case 'action':
      return ACTIONS[step.action.type].icon
    case 'wait':
      return step.wait.for === 'duration' ? Clock : CalendarClock
    case 'wait_for_event':
      return Hourglass
    case 'condition':
      return GitFork
    case 'split':
      return Split
    case 'random_split':
      return Shuffle
    case 'goal':
      return Flag
    case 'end':
      return CircleStop
  }
}
