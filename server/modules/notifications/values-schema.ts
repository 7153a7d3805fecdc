import type { Role } from '../../core/context.ts'
import { t } from '../../lib/locale/texts.ts'

/** Topics that members choose to be notified about, in the order of the settings. */
export const TOPICS = [
  'jobs',
  'job_problems',
  'broadcasts',
  'broadcast_problems',
  'automations',
  'mentions',
  'comments',
  'sending',
  'webhooks',
  'plan',
  'approvals',
] as const
export type Topic = (typeof TOPICS)[number]

interface TopicOptions {
  label: string
  description: string
  /** Members below this role are not notified, whatever they chose. */
  least_role: Role
  /** Members who get emails by default. In the product, everyone is notified by default. */
  emails: 'no one' | 'owners' | 'everyone'
}

export const TOPIC: Record<Topic, TopicOptions> = {
  jobs: {
    get label() {
      return t`Your jobs finish`
    },
    get description() {
      return t`Imports, exports and bulk changes that you started.`
    },
    least_role: 'viewer',
    emails: 'no one',
  },
  job_problems: {
    get label() {
      return t`Jobs fail`
    },
    get description() {
      return t`Imports, exports and bulk changes that fail or stop.`
    },
    least_role: 'viewer',
    emails: 'everyone',
  },
  broadcasts: {
    get label() {
      return t`Broadcasts are sent`
    },
    get description() {
      return t`A broadcast has been sent to all its recipients.`
    },
    least_role: 'viewer',
    emails: 'no one',
  },
  broadcast_problems: {
    get label() {
      return t`Broadcasts stop`
    },
    get description() {
      return t`A broadcast stops while it is sending, or is not sent on time.`
    },
    least_role: 'editor',
    emails: 'owners',
  },
  automations: {
    get label() {
      return t`Automations need you`
    },
    get description() {
      return t`Subscribers wait in an automation or a sequence because of a problem, or arrive at a step that notifies you.`
    },
    least_role: 'viewer',
    emails: 'owners',
  },
  mentions: {
    get label() {
      return t`Mentions`
    },
    get description() {
      return t`Someone mentions you in a comment on a draft.`
    },
    least_role: 'viewer',
    emails: 'everyone',
  },
  comments: {
    get label() {
      return t`Comments`
    },
    get description() {
      return t`Someone comments on a draft that you wrote, or in a thread that you are part of.`
    },
    least_role: 'viewer',
    emails: 'no one',
  },
  sending: {
    get label() {
      return t`Sending problems`
    },
    get description() {
      return t`Too many bounces or complaints, or a domain that lost a DNS record.`
    },
    least_role: 'admin',
    emails: 'owners',
  },
  webhooks: {
    get label() {
      return t`Webhooks fail`
    },
    get description() {
      return t`A webhook keeps failing, or is disabled.`
    },
    least_role: 'admin',
    emails: 'owners',
  },
  plan: {
    get label() {
      return t`Plan`
    },
    get description() {
      return t`The subscriber limit is near or reached, or a trial or plan ends.`
    },
    least_role: 'admin',
    emails: 'owners',
  },
  approvals: {
    get label() {
      return t`Assistants ask`
    },
    get description() {
      return t`An assistant asks for your approval before it sends or deletes something.`
    },
    least_role: 'admin',
    emails: 'owners',
  },
}

/** Topic of each kind of notification. */
export const KINDS = {
  export_ready: 'jobs',
  import_completed: 'jobs',
  bulk_action_completed: 'jobs',
  tag_merge_completed: 'jobs',
  export_failed: 'job_problems',
  import_failed: 'job_problems',
  bulk_action_stopped: 'job_problems',
  tag_merge_stopped: 'job_problems',
  broadcast_sent: 'broadcasts',
  broadcast_stopped: 'broadcast_problems',
  broadcast_not_sent: 'broadcast_problems',
  automation_held: 'automations',
  sequence_held: 'automations',
  automation_arrived: 'automations',
  mention: 'mentions',
  comment: 'comments',
  sending_warned: 'sending',
  sending_paused: 'sending',
  bounces_waiting: 'sending',
  domain_broken: 'sending',
  site_domain_broken: 'sending',
  site_domain_lost: 'sending',
  webhook_failing: 'webhooks',
  webhook_disabled: 'webhooks',
  plan_limit_near: 'plan',
  plan_limit_reached: 'plan',
  trial_ending: 'plan',
  plan_ended: 'plan',
  approval_requested: 'approvals',
} as const satisfies Record<string, Topic>
export type NotificationKind = keyof typeof KINDS

/** Kinds that are announced again while they last, with the same title. */
export const REPEATED: ReadonlySet<NotificationKind> = new Set([
  'automation_held',
  'sequence_held',
  'webhook_failing',
  'sending_warned',
  'domain_broken',
  'site_domain_broken',
])

/** Topics about current or upcoming problems. */
const PROBLEMS: readonly Topic[] = ['job_problems', 'broadcast_problems', 'sending', 'webhooks', 'plan']
export const isProblem = (kind: NotificationKind): boolean =>
  kind === 'automation_held' || kind === 'sequence_held' || PROBLEMS.includes(KINDS[kind])

export interface Channels {
  in_product: boolean
  by_email: boolean
}

/** Returns a member's choice, or the default for the role. */
export const channelsOf = (topic: Topic, role: Role, chosen: Partial<Channels> | undefined): Channels => ({
  in_product: chosen?.in_product ?? true,
  by_email: chosen?.by_email ?? isEmailed(topic, role),
})

const isEmailed = (topic: Topic, role: Role): boolean =>
  TOPIC[topic].emails === 'everyone' || (TOPIC[topic].emails === 'owners' && role === 'owner')

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]
