// Made from the OpenAPI document by npm run sdk.
import type { Call, List, PageQuery, Pagination, RequestOptions } from '../call.ts'

export interface CreatorProfile {
  /** The name of the creator. */
  name: string
  /** One line about the creator. */
  byline: string | null
  /** A text about the creator. */
  bio: string | null
  /** The address of the creator’s image. */
  image_url: string | null
  /** The address of the creator’s public page. */
  profile_url: string | null
}

export interface EmailStats {
  /** Emails sent. */
  sent: number
  /** Emails with a click. */
  clicked: number
  /** Emails opened. */
  opened: number
  /** Always `last_90`: the last 90 days. */
  email_stats_mode: 'last_90'
  /** True if opens are counted. */
  open_tracking_enabled: boolean
  /** True if clicks are counted. */
  click_tracking_enabled: boolean
  /** Beginning of the period. */
  starting: string
  /** End of the period. */
  ending: string
  /** Emails opened, in percent of those sent. */
  open_rate: number
  /** Emails clicked, in percent of those sent. */
  click_rate: number
  /** Unsubscribes, in percent of the emails sent. */
  unsubscribe_rate: number
  /** Emails that bounced, in percent of those sent. */
  bounce_rate: number
}

export interface Account {
  /** The user who signs in. */
  user: {
    id: number
    /** The address that the user signs in with. */
    email: string
  }
  /** The creator’s account. */
  account: {
    id: number
    /** The name of the account. */
    name: string
    /** The key of the plan, such as `free` or `creator`. */
    plan_type: string
    /** The address of the account’s owner. */
    primary_email_address: string
    /** When it was created, in UTC. */
    created_at: string
    /** The plan of the account. */
    plan: {
      /** The key of the plan, such as `free` or `creator`. */
      plan_type: string
      /** Period of payment of the plan: `month` or `year`. */
      interval: 'month' | 'year'
      /** The most active subscribers. */
      subscriber_limit: number | null
      /** True during a free trial. */
      on_trial: boolean
      /** When the latest trial ends or ended. */
      trial_lapse_date: string | null
      /** When the plan renews. */
      renews_at: string | null
      /** When the plan ends. */
      cancels_at: string | null
    }
    /** The addresses that emails can be sent from, unconfirmed ones included. */
    sending_addresses: {
      /** The address of the sender. */
      email_address: string
      /** The name of the sender in emails. */
      from_name: string
      /** `pending` or `confirmed`. */
      status: 'pending' | 'confirmed'
      /** True for the one that is used if none is chosen. */
      is_default: boolean
      /** True if someone has opened the link that was sent to the address. */
      is_verified: boolean
      /** True if the domain of the address has a DMARC record. */
      is_dmarc_configured: boolean
    }[]
    /** The time zone, by its IANA name. */
    timezone: {
      /** The IANA name, such as `Europe/Oslo`. */
      name: string
      /** The name to show. */
      friendly_name: string
      /** The present difference to UTC, daylight saving time included. */
      utc_offset: string
    }
  }
}

export interface GrowthStats {
  /** Subscribers who left in the period. */
  cancellations: number
  /** New subscribers minus those who left. */
  net_new_subscribers: number
  /** Subscribers who joined in the period. */
  new_subscribers: number
  /** Active subscribers at the end. */
  subscribers: number
  /** Beginning of the period. */
  starting: string
  /** End of the period. */
  ending: string
}

export interface AccountProduct {
  product: Product
  /** Subscribers who paid for it. */
  buyers: number
  /** Posts that only buyers read in full, drafts too. */
  paid_posts: number
  /** The currency of most recent purchases. */
  usual_currency: string
  /** Products that were purchased, newest first. */
  sold: SoldProduct[]
}

export interface AccountProducts {
  /** The products, oldest first. */
  products: OwnProduct[]
  /** Subscribers who paid for it. */
  buyers: number
  /** Posts that only buyers read in full, drafts too. */
  paid_posts: number
  /** The currency of most recent purchases. */
  usual_currency: string
  /** Products that were purchased, newest first. */
  sold: ShopProduct[]
}

export interface AccountSettings {
  name: string
  /** The IANA name of the time zone for `send_days` and `send_hour`. */
  time_zone: string
  /** The language of texts on public pages and in emails that you do not write. */
  language?: string
  /** The postal address in the footer of emails, which laws require. */
  postal_address: string | null
  /** True if opens are counted. */
  open_tracking_enabled: boolean
  /** True if clicks are counted. */
  click_tracking_enabled: boolean
  /** Seconds that sending waits for an undo. */
  undo_seconds: number
  /** True if owners get an email when an administrator views the account. */
  announces_views?: boolean
  /** Days that traces of automations are kept. */
  automation_trace_days?: number | null
}

export interface Style {
  /** True if the account chose a style. */
  is_chosen: boolean
  choices: StyleChoices
  logo: StyleLogo
}

export interface PlanUsage {
  /** The key of the plan, such as `free` or `creator`. */
  plan_type: string
  /** Period of payment of the plan: `month` or `year`. */
  interval: 'month' | 'year'
  /** The most active subscribers. */
  subscriber_limit: number | null
  /** True during a free trial. */
  on_trial: boolean
  /** When the latest trial ends or ended. */
  trial_lapse_date: string | null
  /** When the plan renews. */
  renews_at: string | null
  /** When the plan ends. */
  cancels_at: string | null
  /** True if the limit is not that of the plan. */
  has_own_limit: boolean
  name: string
  /** The purpose of the plan. */
  description: string
  /** The price of the interval, in minor units. */
  price: number | null
  /** The code of the currency, such as `USD`. */
  currency: string
  /** The most members and open invitations. */
  member_limit: number | null
  /** True if the plan has reports. */
  has_reporting: boolean
  /** True if the plan has this API. */
  has_api: boolean
  /** Amount that is used. */
  used: {
    /** Active subscribers. */
    subscribers: number
    /** Members. */
    members: number
    /** Open invitations. */
    invitations: number
    /** Messages sent since the month began, in UTC. */
    sent_this_month: number
  }
  /** The page where the owner pays. */
  billing_url: string
  /** The other plans, in their order. */
  others: OtherPlan[]
}

export interface ApiKey {
  id: number
  name: string
  /** The beginning of the key. */
  prefix: string
  /** Its permissions. */
  scopes: ('public' | 'read' | 'write' | 'files:write' | 'automations:write' | 'sending:write' | 'account:write' | 'privacy:write' | 'team:write')[]
  /** From when it no longer works. */
  expires_at: string | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it last made a request. */
  last_used_at: string | null
  /** The user who created it. */
  maker: string | null
  /** The permissions that the role of its creator allows now. */
  rights: 'full' | 'editor' | 'viewer' | 'none'
  /** Limits of an assistant, whose key works only at `/mcp`. */
  assistant: {
    /** Reading, also drafts, also test emails to members, or also approvals. */
    access?: 'read' | 'drafts' | 'tests' | 'approvals'
    /** True if answers contain email addresses. */
    shows_addresses?: boolean
    /** Subscribers that approved operations may reach in 24 hours. */
    recipients_per_day?: number | null
    /** Hours of the account’s day in which it may work, up to `until`. */
    hours?: {
      from: number
      /** The end of the time that was computed. */
      until: number
    } | null
  } | null
}

export interface AutomationComparison {
  subscriber: SimulatedSubscriber
  /** The events that would have happened, oldest first. */
  would: Record<string, unknown>[]
  /** True if later entries are left out. */
  is_cut: boolean
  /** The emails that were really sent, oldest first. */
  got: Record<string, unknown>[]
}

export interface SimulatedSubscriber {
  /** The id of the subscriber. */
  subscriber_id: number
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** The first name. */
  first_name: string | null
  /** When the subscriber entered. */
  entered_at: string
  /** `waiting`, `held`, `completed` or `left`. */
  state: 'waiting' | 'held' | 'completed' | 'left'
  /** The id of the step. */
  step_id: string | null
  /** Emails that they would have got. */
  emails: number
  /** Most emails in a day, with those that were really sent. */
  most_emails: number
}

export interface AutomationEmail {
  id: number
  /** The id of the automation. */
  automation_id: number
  /** The name of the automation. */
  automation_name: string
  /** The subject, with Liquid. */
  subject: string
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text: string | null
  /** The content as HTML, with Liquid. */
  content: string
  /** The id of the template. */
  email_template_id: number | null
  /** The address of the subscriber, in lower case. */
  email_address: string | null
  /** Why the published email cannot be sent. */
  problem: string | null
  /** True while it follows a template and cannot be changed. */
  is_locked: boolean
  /** Identifies the text. */
  text_version: string
  /** The parts of the content that were left out when it was saved. */
  left_out: string[]
}

export interface TestEmails {
  /** Emails sent. */
  sent: string[]
  /** Messages that could not be sent. */
  failed: {
    /** The address of the subscriber, in lower case. */
    email_address: string
    /** Why it stopped or was paused. */
    problem: string
  }[]
}

/** Numbers of events. */
export interface AutomationEvents {
  /** The number of events of existing subscribers, with repeated ones. */
  recorded: number
  /** The number of ids and addresses that belong to no subscriber. */
  unknown: number
  /** The number of subscribers that the request created. */
  created: number
  /** The number of events whose `event_id` was reported before. */
  repeated: number
}

export interface KnownAutomationEvent {
  /** The name of the event. */
  name: string
  /** The number of events with properties. */
  count: number
  /** The properties that events of this name carried. */
  properties: AutomationEventProperty[]
}

export interface AutomationTrace {
  run: AutomationRun
  automation: {
    id: number
    name: string
    /** `draft`, `live` or `paused`. */
    state: 'draft' | 'live' | 'paused'
    /** The version that subscribers enter. */
    version: number | null
  }
  /** The events, oldest first. */
  entries: {
    id: number
    /** The id of the step. */
    step_id: string | null
    /** The step in words. */
    label: string | null
    /** The kind of the event. */
    event: string
    /** A sentence. */
    message: string
    data?: Record<string, unknown>
    /** When. */
    at: string
  }[]
  /** True if there are older entries. */
  has_more: boolean
  /** Days for which entries are kept. */
  kept_days: number | null
  /** Place at which it continues, and the reason why not earlier. */
  next?: Record<string, unknown>
}

export interface Automation {
  id: number
  name: string
  /** `visual`, or `rule` for a trigger with actions. */
  kind: 'rule' | 'visual'
  /** `draft`, `live` or `paused`. */
  state: 'draft' | 'live' | 'paused'
  /** Rule for entering again: `never`, `after_leaving` or `always`. */
  reentry: 'never' | 'after_leaving' | 'always'
  /** Its triggers and steps: contract 21.9 has the grammar. */
  graph?: Record<string, unknown>
  /** Counts the changes of the draft. */
  revision: number
  /** The version that subscribers enter. */
  version: number | null
  /** True if the draft differs from what is published. */
  has_changes: boolean
  /** Problems of the draft. */
  problems: {
    /** The id of the step. */
    step_id: string | null
    /** The id of the trigger. */
    trigger_id: string | null
    /** Its subject. */
    code?: string
    /** Why. */
    message: string
    /** True if it prevents publishing. */
    blocks: boolean
  }[]
  /** The emails, in their order. */
  emails: {
    id: number
    /** The subject, with Liquid. */
    subject: string
    /** The text that inboxes show after the subject, with Liquid. */
    preview_text: string | null
    /** True if it has a text. */
    has_content: boolean
    /** Why it cannot be sent. */
    problem: string | null
  }[]
  /** True while it follows a template and cannot be changed. */
  is_locked: boolean
  /** The template that it follows. */
  template: {
    id: number
    /** The version that subscribers enter. */
    version: number
  } | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it was last changed, in UTC. */
  updated_at: string
}

export interface AutomationTemplate {
  /** The id of an app’s template, or the name of one of ours. */
  template: number | string
  name: string
  /** Its effect, in a sentence. */
  description: string
  labels: ('onboarding' | 'selling' | 'launches' | 'courses' | 'growth' | 're_engagement' | 'dates' | 'feedback')[]
  app: TemplateApp
}

export interface AdoptionPreview {
  name: string
  /** Its effect, in a sentence. */
  description: string
  labels: ('onboarding' | 'selling' | 'launches' | 'courses' | 'growth' | 're_engagement' | 'dates' | 'feedback')[]
  /** Its triggers and steps in words, from top to bottom. */
  outline: {
    id: string
    /** The kind of the trigger or step. */
    kind: string
    text: string
  }[]
  /** The emails, in their order. */
  emails: {
    /** The subject, with Liquid. */
    subject: string
    /** The text that inboxes show after the subject, with Liquid. */
    preview_text: string | null
    /** The content as HTML, with Liquid. */
    content: string
  }[]
  sequences: {
    name: string
    /** The emails, in their order. */
    emails: {
      /** The subject, with Liquid. */
      subject: string
      /** The text that inboxes show after the subject, with Liquid. */
      preview_text: string | null
      /** The content as HTML, with Liquid. */
      content: string
    }[]
  }[]
  /** The id of an app’s template, or the name of one of ours. */
  template: number | string
  /** The version of the template. */
  version: number
  /** The app that it belongs to. */
  app: {
    id: number
    name: string
  } | null
  /** Records that adopting it uses and creates. */
  plan: PlannedNeed[]
  /** Identifies the template’s version and the plan. */
  plan_key: string
  /** True if its app must be installed first. */
  needs_installation: boolean
}

export interface AutomationCounts {
  /** Numbers of each step, by its id. */
  steps?: Record<string, unknown>
  /** Entries by the id of the trigger; `by_hand` without one. */
  triggers?: Record<string, unknown>
  /** Times that subscribers completed it. */
  completed: number
  /** Times that subscribers left it. */
  left: number
  /** Subscribers who were inside and are deleted. */
  deleted: number
}

export type AutomationDryRun = {
  id: number
  /** `running`, `completed` or `canceled`. */
  state: 'running' | 'completed' | 'canceled'
  /** From 0 to 1. */
  progress: number
  version: number | null
  /** Problems to fix before the draft can be published. */
  to_fix: string[]
  /** The beginning of the time that was computed. */
  from: string
  /** The end of the time that was computed. */
  until: string
  /** Subscribers who would have entered, their places, and emails by day. */
  result?: Record<string, unknown>
  /** When it is deleted. */
  expires_at: string | null
} | null

export interface ListedAutomation {
  id: number
  name: string
  /** `visual`, or `rule` for a trigger with actions. */
  kind: 'rule' | 'visual'
  /** `draft`, `live` or `paused`. */
  state: 'draft' | 'live' | 'paused'
  /** True if the draft differs from what is published. */
  has_changes: boolean
  /** True while it follows a template and cannot be changed. */
  is_locked: boolean
  /** Its effect, in a sentence. */
  summary: string
  /** Times that subscribers entered. */
  entered: number
  /** Subscribers who are inside. */
  inside: number
  /** Subscribers who are held at a step that failed. */
  held: number
  /** Triggers and steps whose app does not answer. */
  failing_apps: number
  /** Times that subscribers completed it. */
  completed: number
  /** When it was last changed, in UTC. */
  updated_at: string
}

export interface AutomationPreflight {
  /** The number of the new version. */
  version: number
  /** Problems of the draft. */
  problems: {
    /** The id of the step. */
    step_id: string | null
    /** The id of the trigger. */
    trigger_id: string | null
    /** Its subject. */
    code?: string
    /** Why. */
    message: string
    /** True if it prevents publishing. */
    blocks: boolean
  }[]
  /** Subscribers who are inside. */
  inside: {
    /** The number of the new version. */
    version: number
    /** Subscribers in any state. */
    count: number
  }[]
  /** Subscribers who match a trigger already and may enter. */
  existing: {
    /** The id of the trigger. */
    trigger_id: string
    /** The label of the field. */
    label: string
    /** Subscribers in any state. */
    count: number
  }[]
}

export interface PublishedAutomation {
  /** Begins at 1 and grows with each change. */
  version: number
}

export interface AutomationRun {
  /** The id of the run: once for each time that the subscriber entered. */
  run_id: number
  /** The id of the subscriber. */
  subscriber_id: number
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** The first name. */
  first_name: string | null
  /** The version that the subscriber is in. */
  version: number
  /** `ready`, `waiting`, `held`, `completed` or `left`. */
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  /** The id of the step. */
  step_id: string | null
  /** The step in words. */
  label: string | null
  /** When the subscriber came to the step. */
  arrived_at: string
  /** When it is due. */
  due_at: string | null
  /** Why the step failed. */
  problem: string | null
  /** When the subscriber entered. */
  entered_at: string
  /** When it ended. */
  ended_at: string | null
  /** Why the subscriber left. */
  reason: string | null
}

export interface AutomationEntries {
  /** Subscribers who entered. */
  entered: number | null
}

export interface AutomationTask {
  id: number
  /** `enter`, `add`, `migrate` or `dry_run`. */
  kind: 'enter' | 'add' | 'migrate' | 'dry_run'
  /** `running`, `completed` or `canceled`. */
  state: 'running' | 'completed' | 'canceled'
  /** Subscribers to look at. */
  total: number
  /** Subscribers who are done. */
  done: number
  /** Subscribers who were changed. */
  changed: number
  /** When it was created, in UTC. */
  created_at: string
  /** When it ended. */
  ended_at: string | null
}

export type FollowedTemplate = {
  /** The id of the template. */
  template_id: number
  /** The name of the template. */
  name: string | null
  /** The name of the app. */
  app_name: string | null
  /** The version that it can be updated to. */
  newer_version: number | null
} | null

export interface AutomationTemplateUpdate {
  /** The newer version. */
  version: number
  before: AutomationTemplateOverview
  after: AutomationTemplateOverview
  /** Records that the update uses and creates. */
  plan: PlannedNeed[]
  /** Identifies the template’s version and the plan. */
  plan_key: string
}

export interface AutomationVersionDetail {
  /** Begins at 1 and grows with each change. */
  version: number
  /** The date that the post shows. */
  published_at: string
  /** The member who published it, or whose rights the program that did has. */
  published_by: string | null
  /** True for the version that subscribers enter. */
  is_current: boolean
  /** Rule for entering again: `never`, `after_leaving` or `always`. */
  reentry: 'never' | 'after_leaving' | 'always'
  /** Its triggers and steps: contract 21.9 has the grammar. */
  graph?: Record<string, unknown>
  /** The emails, in their order. */
  emails: {
    id: number
    /** The subject, with Liquid. */
    subject: string
    /** The text that inboxes show after the subject, with Liquid. */
    preview_text: string | null
  }[]
}

export interface AutomationVersion {
  /** Begins at 1 and grows with each change. */
  version: number
  /** The date that the post shows. */
  published_at: string
  /** The member who published it, or whose rights the program that did has. */
  published_by: string | null
  /** True for the version that subscribers enter. */
  is_current: boolean
  /** Subscribers who are inside. */
  inside: number
}

export interface AutomationMigration {
  /** Steps that the current version lacks, with their subscribers. */
  missing: {
    /** The id of the step. */
    step_id: string
    /** The label of the field. */
    label: string
    /** Subscribers in any state. */
    count: number
  }[]
  /** Subscribers whose step is in the current version. */
  kept: number
}

export interface BounceWave {
  id: number
  /** The receiving domain. */
  domain: string
  /** The text of one of the reports. */
  sample: string
  /** `waiting`, `applying` or `discarding`. */
  state: 'waiting' | 'applying' | 'discarding'
  /** Subscribers who are not marked yet. */
  waiting: number
  /** Subscribers who were marked before there were too many. */
  bounced: number
  /** Subscribers whose emails were handed over. */
  subscribers: number
  /** Since when it waits. */
  since: string
}

export interface Broadcast {
  id: number
  /** The id that a broadcast and its post share. */
  publication_id: number
  /** When it was created, in UTC. */
  created_at: string
  /** The subject, with Liquid. */
  subject: string | null
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text: string | null
  /** A note of your own. */
  description: string | null
  /** The content as HTML, with Liquid. */
  content: string | null
  /** True if the broadcast becomes a post when it is sent. */
  public: boolean
  /** The date that the post shows. */
  published_at: string | null
  /** When sending begins or began. */
  send_at: string | null
  /** `draft`, `scheduled`, `sending`, `completed` or `aborted`. */
  status: 'draft' | 'scheduled' | 'sending' | 'completed' | 'aborted'
  /** A description of that image for those who cannot see it. */
  thumbnail_alt: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url: string | null
  /** The address of the post. */
  public_url: string | null
  /** The sender, a confirmed sending address. */
  email_address: string | null
  /** The template of the email. */
  email_template: {
    id: number
    name: string
  } | null
  subscriber_filter: SubscriberFilter
}

export interface BroadcastClicks {
  broadcast: {
    id: number
    /** The links of the broadcast. */
    clicks: BroadcastClick[]
  }
  pagination: Pagination
}

export type SubscriberFilterInput = {
  /** In all of these segments and tags. */
  all?: {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  } | {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'all_subscribers'
  }[] | null
  /** In at least one of these segments and tags. */
  any?: {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  } | {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'all_subscribers'
  }[] | null
  /** In none of these segments and tags. */
  none?: {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  } | {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'all_subscribers'
  }[] | null
}[] | null

export interface ListedBroadcast {
  id: number
  /** The id that a broadcast and its post share. */
  publication_id: number
  /** When it was created, in UTC. */
  created_at: string
  /** The subject, with Liquid. */
  subject: string | null
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text: string | null
  /** A note of your own. */
  description: string | null
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** True if the broadcast becomes a post when it is sent. */
  public: boolean
  /** The date that the post shows. */
  published_at: string | null
  /** When sending begins or began. */
  send_at: string | null
  /** `draft`, `scheduled`, `sending`, `completed` or `aborted`. */
  status: 'draft' | 'scheduled' | 'sending' | 'completed' | 'aborted'
  /** A description of that image for those who cannot see it. */
  thumbnail_alt: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url: string | null
  /** The address of the post. */
  public_url?: string | null
  /** The sender, a confirmed sending address. */
  email_address?: string | null
  /** The template of the email. */
  email_template?: {
    id: number
    name: string
  } | null
  subscriber_filter?: SubscriberFilter
}

export interface ListedBroadcastStats {
  id: number
  /** The subject, with Liquid. */
  subject: string | null
  /** When sending begins or began. */
  send_at: string | null
  stats: BroadcastStats
}

export interface BroadcastPlan {
  /** Manner of sending: contract 21.11 has the kinds. */
  plan?: Record<string, unknown>
  /** Versions B and C: what differs from the broadcast. */
  versions?: Record<string, unknown>[]
  /** Identifies the texts of the versions, in their order. */
  text_versions: string[]
}

export interface BroadcastPrediction {
  /** The audience in words. */
  audience: number
  /** The first rows that are invalid. */
  problems: string[]
  /** A sentence for each part of the request that was ignored. */
  warnings: string[]
  /** Subscribers in the first group. */
  first: number | null
  /** Subscribers who get each version first. */
  per_version: number | null
  /** The smallest difference that the test can show, in percentage points. */
  smallest_difference: number | null
  /** The rate that is assumed, in percent. */
  rate: number | null
  /** True if it is the rate of the account. */
  is_own_rate: boolean
  /** Subscribers by the time when they get it. */
  times: {
    /** When. */
    at: string | null
    /** Subscribers in any state. */
    count: number
  }[]
  /** Subscribers whose time zone is not known. */
  unknown_zone: number | null
}

export interface BroadcastPreflight {
  /** Obstacles to sending, and advice. */
  remarks: {
    /** Its subject. */
    code: 'no_subject' | 'no_content' | 'no_sender' | 'no_template' | 'blocked_sender' | 'free_mail_sender' | 'unsigned_sender' | 'no_dmarc' | 'no_postal_address' | 'broken_liquid' | 'left_out' | 'unrenderable' | 'no_audience' | 'unknown_audience' | 'no_unsubscribe_link' | 'empty_audience' | 'no_preview_text' | 'no_images_alt' | 'added_footer' | 'unknown_field' | 'foreign_tag' | 'unknown_tag' | 'unknown_segment' | 'empty_field' | 'empty_link' | 'relative_link' | 'invalid_link' | 'insecure_link' | 'broken_link' | 'slow_link' | 'large_image' | 'broken_image' | 'too_large' | 'no_plain_text' | 'image_only' | 'shortened_link' | 'loud_subject' | 'unusual_audience' | 'warm_up' | 'unconfirmed_reply_to'
    /** `blocker` prevents sending, `warning` is advice. */
    level: 'blocker' | 'warning'
    /** A sentence. */
    message: string
    /** The version of an A/B test that it is about, from 2. */
    version?: number
  }[]
  /** True if nothing prevents sending. */
  ready: boolean
  /** Subscribers who would receive it now. */
  audience_count: number
  /** Subscribers in the audience who are on a suppression list. */
  suppressed_count: number
  /** False if more subscribers may be suppressed. */
  is_exact: boolean
  /** Counts of what would be sent. */
  summary: {
    /** The subject, with Liquid. */
    subject: string | null
    from: string | null
    /** The audience in words. */
    audience: string | null
  }
}

export interface BroadcastProgress {
  /** Messages by state. */
  ledger: {
    /** All messages. */
    total: number
    /** Messages that wait. */
    queued: number
    /** Messages in progress. */
    sending: number
    /** Messages that a mail server accepted. */
    sent: number
    /** Messages whose acceptance is unknown. */
    unconfirmed: number
    /** Messages that could not be sent. */
    failed: number
    /** Recipients who get no message. */
    excluded: number
  }
  /** True once all recipients are known. */
  is_enqueued: boolean
  /** Part that is done. */
  percent: number
  /** Messages a second. */
  per_second: number | null
  /** Estimated time. */
  seconds_left: number | null
  /** When the next message may be sent, if none may now. */
  next_attempt_at: string | null
  /** When the last message is due, if each has its own time. */
  last_at: string | null
  /** The reply or error of the mail server that delays sending. */
  transport_error: string | null
  id: number
  /** Only subscribers in this state. */
  status: 'draft' | 'scheduled' | 'sending' | 'completed' | 'aborted'
  /** Since when it is paused or stopped. */
  stopped_at: string | null
  /** The user who paused it. */
  paused_by: string | null
  /** Why it stopped or was paused. */
  problem: string | null
}

export interface Proof {
  /** The stored number of recipients. */
  recipients: number
  /** The counted number of recipients. */
  sum: number
  /** Recipients by what became of their message. */
  parts: {
    /** `sent`, `waiting`, `retrying`, `unconfirmed`, `failed` or `excluded`. */
    part: 'sent' | 'waiting' | 'retrying' | 'unconfirmed' | 'failed' | 'excluded'
    /** Recipients. */
    count: number
  }[]
  /** Why messages failed and recipients were excluded. */
  reasons: {
    /** `sent`, `waiting`, `retrying`, `unconfirmed`, `failed` or `excluded`. */
    part: 'sent' | 'waiting' | 'retrying' | 'unconfirmed' | 'failed' | 'excluded'
    reason: string
    /** Recipients. */
    count: number
  }[]
  /** Stored numbers that differ from the counted ones. */
  mismatches: {
    /** `sent`, `waiting`, `retrying`, `unconfirmed`, `failed` or `excluded`. */
    part: 'recipients' | 'sent' | 'unconfirmed' | 'failed' | 'excluded'
    /** The counted number. */
    rows: number
    /** The stored number. */
    kept: number
  }[]
  /** True if nothing is pending and the numbers match. */
  is_complete: boolean
  /** When it was counted. */
  checked_at: string
}

export interface NewMatches {
  /** Subscribers in any state. */
  count: number
  /** Subscribers whom it would not reach, because they are on a suppression list. */
  suppressed: number
  /** False if more subscribers may be suppressed. */
  is_exact: boolean
}

export interface SendingSettings {
  /** Tags and segments whose subscribers do not get it. */
  excluded: {
    /** `tag` or `segment`. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  }[] | null
  /** True if opens and clicks are not tracked. */
  tracking_disabled: boolean
  /** The confirmed address for replies. */
  reply_to_address: string | null
}

export interface BroadcastStages {
  /** Manner of sending: contract 21.11 has the kinds. */
  plan?: Record<string, unknown>
  /** When the rest is sent. */
  release_at: string | null
  /** When the rest was sent. */
  released_at: string | null
  /** Subscribers in the first group. */
  first: number
  /** Subscribers who wait. */
  rest: number
  /** Results of each version in the first group. */
  versions?: Record<string, unknown>[]
  /** The version that the rest got, and the reason. */
  outcome?: Record<string, unknown>
}

export interface OneBroadcastStats {
  id: number
  stats: BroadcastStats
}

export interface Explanation {
  /** The emails that were really sent, oldest first. */
  got: 'yes' | 'no' | 'not_yet' | 'unknown'
  /** Counts of what would be sent. */
  summary: string
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** The id of the subscriber. */
  subscriber_id: number | null
  /** Rules that decided it, in order. */
  decisions: {
    /** Rule that decided. */
    step: 'subscriber' | 'email' | 'state' | 'audience' | 'exclusion' | 'suppression' | 'render' | 'transport' | 'outcome' | 'report' | 'engagement'
    /** Result of the row. */
    result: 'yes' | 'no' | 'waits' | 'unknown' | 'info'
    text: string
    /** More about it, in a sentence. */
    detail: string | null
    /** When. */
    at: string | null
  }[]
}

export interface DatedCustomField {
  id: number
  /** A name that never changes, made of the id and the first key. */
  name: string
  /** Key in `fields`, and variable in emails. */
  key: string
  /** The label of the field. */
  label: string
  /** When it was created, in UTC. */
  created_at: string
}

export interface SetFieldValue {
  /** The id of the subscriber. */
  subscriber_id?: number | null
  /** The id of the custom field. */
  subscriber_custom_field_id?: number | null
  value: string | null
}

export interface BulkFormSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** When it was created, in UTC. */
  created_at: string
  /** When the subscriber was added. */
  added_at: string
  /** The address of the page on which the subscriber signed up, or that you name. */
  referrer: string | null
  referrer_utm_parameters: UtmParameters
}

export interface SlimSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
}

export interface Tag {
  id: number
  /** The name of the tag. */
  name: string
  /** When it was created, in UTC. */
  created_at: string
}

export interface BulkTaggedSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** When it was created, in UTC. */
  created_at: string
  /** When the subscriber got the tag. */
  tagged_at: string
}

export interface BulkAction {
  id: number
  /** Kind of action. */
  kind: 'tag' | 'untag' | 'add_to_sequence' | 'remove_from_sequence' | 'set_field' | 'unsubscribe' | 'delete'
  /** Contents of the column. */
  target: string | null
  value: string | null
  /** `running`, `completed`, `canceled`, `stopped` (it ended early), `undoing` or `undone`. */
  state: 'running' | 'completed' | 'canceled' | 'stopped' | 'undoing' | 'undone'
  /** Why it ended early. */
  stop_reason: 'role' | 'tag_deleted' | 'sequence_deleted' | 'field_deleted' | 'segment_deleted' | null
  /** Amount paid, in major units of the currency. */
  total: number
  /** Subscribers who are done. */
  done: number
  /** Subscribers who were changed. */
  changed: number
  /** Numbers of subscribers who were left as they are, by the reason. */
  left_alone: Record<string, unknown>
  /** Effect of the undo. */
  undone: number
  /** The stored number. */
  kept: number
  /** True while it can be undone. */
  can_undo: boolean
  /** The user who requested it. */
  created_by: string | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it ended. */
  ended_at: string | null
}

export interface BulkActionPreview {
  /** Subscribers who match. */
  matched: number
  /** Subscribers who were changed. */
  changed: number
}

export interface BulkRequest {
  id: number
  /** The name of the app. */
  app_name: string
  /** The method and the path of the request. */
  operation: string
  /** `queued`, `running`, `stopping` (canceled, until its answer is written), `stopped` or `completed`. */
  state: 'queued' | 'running' | 'stopping' | 'stopped' | 'completed'
  /** Its items. */
  item_count: number
  /** Items that are answered. */
  done_count: number
  /** Items that failed. */
  failed_count: number
  /** Items that were never tried. */
  untried_count: number
  /** The code of the error, from RFC 6749. */
  error: string | null
  callback: {
    /** The host of the callback. */
    host: string
    /** `pending` until all items are answered, `waiting` for the next attempt, `delivered` or `dropped`. */
    state: 'pending' | 'waiting' | 'delivered' | 'dropped'
    /** The attempts, oldest first. */
    attempts: number
    /** Result of the row. */
    result: string | null
    /** When it is due. */
    next_at: string | null
  } | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it began. */
  started_at: string | null
  /** When it was delivered or given up. */
  completed_at: string | null
}

export interface CaughtMessage {
  id: number
  from: string
  /** By missing step, where its subscribers continue. */
  to: string
  /** The subject, with Liquid. */
  subject: string
  /** When it was created, in UTC. */
  created_at: string
  /** The HTML part. */
  html: string | null
  /** The text part. */
  text: string | null
  headers: {
    name: string
    value: string
  }[]
  attachments: {
    /** The name of the file. */
    filename: string | null
    /** The media type. */
    type: string
    bytes: number
  }[]
  /** The size of the file. */
  byte_size: number
  /** Remote images that were removed. */
  blocked_images: number
}

export interface CaughtMail {
  id: number
  from: string
  /** By missing step, where its subscribers continue. */
  to: string
  /** The subject, with Liquid. */
  subject: string
  /** When it was created, in UTC. */
  created_at: string
}

export interface Checkout {
  provider: 'stripe' | 'paddle' | 'lemon_squeezy' | 'gumroad'
  /** True if its secrets are set. */
  is_connected: boolean
  /** Address that the shop sends its webhooks to. */
  address: string | null
  /** When the last webhook arrived. */
  received_at: string | null
  /** Why the last webhook could not be recorded. */
  problem: string | null
}

export interface CreatedComment {
  id: number
}

export interface Comment {
  id: number
  /** Its author. */
  author: string
  /** True if the user whose rights the credential has wrote it. */
  is_mine: boolean
  text: string
  /** Names of the mentioned members. */
  mentioned: string[]
  /** True if that user has not read it. */
  is_unread: boolean
  /** True if it was deleted and has replies. */
  is_deleted: boolean
  /** When it was created, in UTC. */
  created_at: string
  /** When it was changed. */
  edited_at: string | null
  /** The passage that it is about. */
  quote: {
    text: string
    /** The text before the passage. */
    before: string
    /** The text after the passage. */
    after: string
  } | null
  /** When it was resolved. */
  resolved_at: string | null
  /** The user who resolved it. */
  resolved_by: string | null
  /** The replies, oldest first. */
  replies: {
    id: number
    /** Its author. */
    author: string
    /** True if the user whose rights the credential has wrote it. */
    is_mine: boolean
    text: string
    /** Names of the mentioned members. */
    mentioned: string[]
    /** True if that user has not read it. */
    is_unread: boolean
    /** True if it was deleted and has replies. */
    is_deleted: boolean
    /** When it was created, in UTC. */
    created_at: string
    /** When it was changed. */
    edited_at: string | null
  }[]
}

export interface CustomField {
  id: number
  /** A name that never changes, made of the id and the first key. */
  name: string
  /** Key in `fields`, and variable in emails. */
  key: string
  /** The label of the field. */
  label: string
}

export interface Deletion {
  id: number
  /** Kind of the deleted record. */
  kind: string
  /** The id of the draft or record. */
  item_id: number
  /** When it was deleted. */
  deleted_at: string
}

export interface EmailTemplateDetail {
  id: number
  name: string
  /** True for the one that is used if none is chosen. */
  is_default: boolean
  /** `HTML`, or `Starting point` for one without a link to unsubscribe. */
  category: 'HTML' | 'Starting point'
  /** `built_in`, `design` or `html`. */
  kind: 'built_in' | 'design' | 'html'
  /** Fonts, colors and shapes. */
  design: {
    /** The built-in layout that it began as. */
    base: 'Modern' | 'Classic' | 'Card' | 'Text Only'
    /** The font of texts. */
    font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The font of headings. */
    heading_font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The width in pixels. */
    width: number
    /** The color around the content. */
    page_color: string
    /** The color behind the content. */
    sheet_color: string
    /** The color of texts. */
    text_color: string
    /** The color of links. */
    link_color: string
    /** The color of buttons. */
    button_color: string
    /** The shape of buttons. */
    button_style: 'rounded' | 'square' | 'pill' | 'outline'
    /** The image at the top. */
    logo: {
      url: string
      /** Description for subscribers who cannot see the image. */
      alt: string
      /** The width in pixels. */
      width: number
    } | null
    /** Text above the content, with merge tags. */
    header: string
    /** Text below the content, with merge tags. */
    footer: string
  } | null
  /** Kind of record that uses it. */
  uses: number
  /** When it was last changed, in UTC. */
  updated_at: string
  /** Your own HTML, as written. */
  source: string | null
}

export interface EmailTemplate {
  id: number
  name: string
  /** True for the one that is used if none is chosen. */
  is_default: boolean
  /** `HTML`, or `Starting point` for one without a link to unsubscribe. */
  category: 'HTML' | 'Starting point'
}

export interface Export {
  id: number
  /** `subscribers`, `broadcast` (recipients) or `account`. */
  kind: 'subscribers' | 'broadcast' | 'account'
  /** The name of the file. */
  filename: string
  /** Selected records, by their present names. */
  contents: {
    /** Only subscribers in this state. */
    status: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all' | null
    /** The text that was searched for. */
    search: string | null
    /** True if the text was erased with a subscriber. */
    is_search_forgotten: boolean
    /** The name of the tag. */
    tag: string | null
    /** The name of the segment. */
    segment: string | null
    /** True if a filter or single subscribers were selected. */
    is_filtered: boolean
    /** The subject of the broadcast. */
    broadcast: string | null
  }
  /** `queued`, `running`, `stopped` (canceled), `completed` or `failed`. */
  state: 'queued' | 'running' | 'stopped' | 'completed' | 'failed'
  /** Rows that the file will have. */
  total_rows: number | null
  /** Rows that are written. */
  done_rows: number
  /** The size of the file. */
  byte_size: number
  /** Why it failed. */
  error: string | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it began. */
  started_at: string | null
  /** When the file was complete. */
  completed_at: string | null
  /** When the file is deleted. */
  expires_at: string | null
  /** True if the file is deleted. */
  is_expired: boolean
  /** True if it can be repeated. */
  is_repeatable: boolean
}

export interface ExportLink {
  url: string
  /** When the link ends. */
  expires_at: string
  /** The name of the file. */
  filename: string
  /** The size of the file. */
  byte_size: number
  /** The SHA-256 of the file in hexadecimal. */
  content_hash: string
}

export interface FormDetail {
  id: number
  name: string
  /** When it was created, in UTC. */
  created_at: string
  /** `embed` is a form, `hosted` a landing page. */
  type: 'embed' | 'hosted'
  /** Null for landing pages. */
  format: 'inline' | 'modal' | 'slide in' | 'sticky bar' | null
  /** A script that shows the form in its place. */
  embed_js: string
  /** The public page of the form. */
  embed_url: string
  /** True if it is archived. */
  archived: boolean
  /** The short id in the addresses of the form. */
  uid: string
  /** Archived forms are closed to visitors. */
  status: 'active' | 'archived' | 'trashed'
  /** False for a landing page that was never published: visitors find no page. */
  is_public: boolean
  /** True if new subscribers get the confirmation email of the form first. */
  double_opt_in: boolean
  settings: FormSettings
  file: FormFile
  /** The active subscribers. */
  subscriber_count: number
  /** Subscribers who were asked to confirm and have not. */
  unconfirmed_count: number
  /** Since when two versions are compared. */
  test_started_at: string | null
}

export type FormFile = {
  id: number
  name: string
  /** The format, from the bytes of the file. */
  media_type: string
  bytes: number
} | null

export interface ListedForm {
  id: number
  name: string
  /** When it was created, in UTC. */
  created_at: string
  /** `embed` is a form, `hosted` a landing page. */
  type: 'embed' | 'hosted'
  /** Null for landing pages. */
  format: 'inline' | 'modal' | 'slide in' | 'sticky bar' | null
  /** A script that shows the form in its place. */
  embed_js: string
  /** The public page of the form. */
  embed_url: string
  /** True if it is archived. */
  archived: boolean
  /** The short id in the addresses of the form. */
  uid: string
  /** The active subscribers. */
  subscriber_count?: number
}

export interface FormResults {
  /** Times that visitors saw it. */
  views: number
  /** Visitors who signed up. */
  sign_ups: number
  /** Subscribers who signed up in these days and have not confirmed. */
  unconfirmed: number
  /** Posts that were refused because programs sent them. */
  blocked: number
  /** The days, oldest first. */
  days: {
    /** The day, in the time zone of the account. */
    date: string
    /** Times that visitors saw it. */
    views: number
    /** Visitors who signed up. */
    sign_ups: number
  }[]
  /** Sites that visitors came from, the most frequent first. */
  sources: {
    value: string
    /** Times that visitors saw it. */
    views: number
    /** Visitors who signed up. */
    sign_ups: number
  }[]
  /** The pages with the form, the most frequent first. */
  pages: {
    value: string
    /** Times that visitors saw it. */
    views: number
    /** Visitors who signed up. */
    sign_ups: number
  }[]
  /** The counts of the whole test. */
  test: {
    /** When it began. */
    started_at: string
    a: VersionCounts
    b: VersionCounts
    /** Result: the better version, if enough visitors saw both. */
    decision: 'too few' | 'no difference' | 'a' | 'b'
    /** Sites that visitors came from, the most frequent first. */
    sources: {
      value: string
      a: VersionCounts
      b: VersionCounts
    }[]
  } | null
}

export interface FormSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
  /** When the subscriber was added. */
  added_at: string
  /** The address of the page on which the subscriber signed up, or that you name. */
  referrer: string | null
  referrer_utm_parameters: UtmParameters
}

export interface Image {
  id: number
  /** A part of its addresses. */
  key: string
  name: string
  /** Description for subscribers who cannot see it. */
  alt: string
  /** True for an animation. */
  is_animated: boolean
  /** The width of the largest file in pixels. */
  width: number
  /** The height of the largest file in pixels. */
  height: number
  /** The bytes of all files. */
  bytes: number
  /** The image in several widths, the narrowest first. */
  sizes: {
    /** The width of this size in pixels. */
    width: number
    /** The height of this size in pixels. */
    height: number
    /** The name of the file in its address: `url` has one. */
    file: string
    /** The bytes of the file. */
    bytes: number
    /** The bytes of the WebP file, whose name ends with `.webp`. */
    webp_bytes: number
  }[]
  /** The address for emails and posts. */
  url: string
  /** The address of a small one, for lists. */
  thumbnail_url: string
  /** When it was created, in UTC. */
  created_at: string
}

export interface ImageUse {
  /** Kind of record that uses it. */
  kind: 'broadcast' | 'sequence_email' | 'automation_email' | 'post' | 'snippet' | 'template' | 'form' | 'profile' | 'style'
  id: number
  /** The id of the sequence or automation of an email. */
  parent_id: number | null
  name: string | null
  /** True if it was sent. */
  is_sent: boolean
}

export interface ImportDetail {
  id: number
  /** The name of the file. */
  filename: string
  /** `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table. */
  state: 'uploading' | 'ready' | 'queued' | 'running' | 'stopping' | 'stopped' | 'completed' | 'failed'
  /** The size of the file. */
  byte_size: number
  /** Bytes that have arrived. */
  received_bytes: number
  /** Rows of the file, estimated until a long file was read. */
  total_rows: number | null
  /** Rows that are done. */
  done_rows: number
  /** From 0 to 1. */
  progress: number
  /** Rows by their outcome. */
  counts: {
    /** Rows that created a subscriber. */
    created?: number
    /** Rows that created a subscriber. */
    updated?: number
    /** Rows that created a subscriber. */
    unchanged?: number
    /** Rows that created a subscriber. */
    duplicate?: number
    /** Rows that created a subscriber. */
    invalid?: number
    /** Rows that created a subscriber. */
    skipped?: number
  }
  /** Subscribers by the state that they get. */
  states: {
    /** True if the sequence sends. */
    active?: number
    /** True if the sequence sends. */
    inactive?: number
    /** True if the sequence sends. */
    bounced?: number
    /** True if the sequence sends. */
    complained?: number
    /** True if the sequence sends. */
    cancelled?: number
  }
  /** Rows that are imported without one of their values, such as an invalid date. */
  noted_count: number
  undo: {
    /** `queued`, `running`, `stopped` or `completed`. */
    state: 'queued' | 'running' | 'stopped' | 'completed'
    /** Subscribers whom the import had created and who are removed. */
    removed: number
    /** Subscribers who have their earlier values again. */
    restored: number
    /** Subscribers who changed since, and stay as they are. */
    kept: number
    /** Rows that are done. */
    done_rows: number
  } | null
  /** Until when it can be undone. */
  undo_until: string | null
  /** Why it failed or stopped. */
  error: string | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it began. */
  started_at: string | null
  /** When it was delivered or given up. */
  completed_at: string | null
  /** Encoding of characters. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'macintosh' | 'ibm850' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'koi8-r' | 'koi8-u' | 'ibm866' | 'iso-8859-5' | 'windows-1253' | 'iso-8859-7' | 'windows-1254' | 'iso-8859-9' | 'windows-1255' | 'windows-1256' | 'windows-1257' | 'windows-1258' | 'windows-874' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' | 'euc-kr' | null
  /** Separator of columns, or of the tags in a cell. */
  separator: ',' | ';' | '	' | '|' | null
  /** True if the first row has the names of the columns. */
  has_header: boolean
  headers: string[]
  /** The first rows. */
  sample: string[][]
  /** Contents of each column, in the order of the file. */
  columns: {
    /** Contents of the column. */
    target: 'ignore'
  } | {
    /** Contents of the column. */
    target: 'email_address'
  } | {
    /** Contents of the column. */
    target: 'first_name'
  } | {
    /** Contents of the column. */
    target: 'tags'
    /** Separator of columns, or of the tags in a cell. */
    separator?: ',' | ';' | '|'
  } | {
    /** Contents of the column. */
    target: 'state'
    /** The state that yes stands for. */
    yes?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** The state that no stands for. */
    no?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** States by word of the column, `""` for empty cells. */
    words?: Record<string, 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'>
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
    /** `unknown` if an empty cell does not mean active. */
    empty?: 'unknown'
  } | {
    /** Contents of the column. */
    target: 'created_at'
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  } | {
    /** Contents of the column. */
    target: 'field'
    /** The id of the custom field. */
    custom_field_id: number
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  } | {
    /** Contents of the column. */
    target: 'new_field'
    /** The label of the field. */
    label: string
    /** The type of the new field. */
    type?: 'text' | 'number' | 'date' | 'choice' | 'choices' | 'yes_no'
    /** The choices of a new field of that type. */
    choices?: string[]
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  }[]
  /** Choices of the import. */
  options: {
    /** Way in which these subscribers agreed to get your emails. */
    consent_source: 'website_form' | 'other_service' | 'customers' | 'in_person' | 'other'
    /** The same in your words. */
    consent_note?: string
    /** Names of tags for all of these subscribers. */
    tags?: string[]
    /** Treatment of subscribers you already have: updated, or left as they are. */
    existing?: 'update' | 'leave'
    /** The state of subscribers whom it creates. */
    state?: 'active' | 'inactive' | 'cancelled'
    /** The id of the form or landing page. */
    form_id?: number | null
    /** The id of the sequence. */
    sequence_id?: number | null
    /** True if new subscribers get the confirmation email of the form first. */
    double_opt_in?: boolean
    /** Confirms that all of these subscribers agreed, although a name or a column suggests otherwise. */
    has_no_unsubscribes?: boolean
  } | null
  /** A completed import of the same file. */
  same_file: {
    id: number
    /** When it was delivered or given up. */
    completed_at: string
  } | null
  /** A stopped import of the same file, which can be resumed. */
  stopped_file: {
    id: number
    /** Rows that are done. */
    done_rows: number
  } | null
}

export interface ImportCheck {
  /** Rows that were checked. */
  rows: number
  /** True if `rows` is the whole file. */
  complete: boolean
  /** Rows by their outcome. */
  counts: {
    /** When it happened, in UTC. */
    created?: number
    /** When it happened, in UTC. */
    updated?: number
    /** When it happened, in UTC. */
    unchanged?: number
    /** When it happened, in UTC. */
    duplicate?: number
    /** When it happened, in UTC. */
    invalid?: number
    /** When it happened, in UTC. */
    suppressed?: number
    /** When it happened, in UTC. */
    over_limit?: number
    /** When it happened, in UTC. */
    blank?: number
  }
  /** Subscribers by the state that they get. */
  states: {
    /** True if the sequence sends. */
    active?: number
    /** True if the sequence sends. */
    inactive?: number
    /** True if the sequence sends. */
    bounced?: number
    /** True if the sequence sends. */
    complained?: number
    /** True if the sequence sends. */
    cancelled?: number
  }
  /** States by word of the column, `""` for empty cells. */
  words: {
    /** The column, from 0. */
    column: number
    word: string
    /** Rows with it. */
    count: number
    /** The key of the word in `words` of the column. */
    folded: string
    /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
    state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** True if its meaning is known or decided. */
    is_known: boolean
  }[]
  /** Why it cannot start yet. */
  questions: {
    /** `file_name`, `column` or `date_order`. */
    kind: 'file_name' | 'column' | 'date_order'
    /** The column, from 0. */
    column: number | null
    /** A sentence. */
    message: string
  }[]
  /** Active subscribers who fit into the plan. */
  room: number | null
  /** The first subscribers who would change. */
  changes: {
    /** The row of the file, from 1. */
    row_number: number
    /** The address of the subscriber, in lower case. */
    email_address: string
    /** Values that would change. */
    values: {
      /** The label of the field. */
      label: string
      /** The value now. */
      before: string | null
      /** The value then. */
      after: string
    }[]
  }[]
  /** The first rows that are invalid. */
  problems: {
    /** The row of the file, from 1. */
    row_number: number
    /** The address of the subscriber, in lower case. */
    email_address: string
    /** Why. */
    message: string
  }[]
  /** Rows that are imported without one of their values, such as an invalid date. */
  noted_count: number
  /** The first rows that lose a value. */
  notes: {
    /** The row of the file, from 1. */
    row_number: number
    /** The address of the subscriber, in lower case. */
    email_address: string
    /** Why. */
    message: string
  }[]
}

export interface Import {
  id: number
  /** The name of the file. */
  filename: string
  /** `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table. */
  state: 'uploading' | 'ready' | 'queued' | 'running' | 'stopping' | 'stopped' | 'completed' | 'failed'
  /** The size of the file. */
  byte_size: number
  /** Bytes that have arrived. */
  received_bytes: number
  /** Rows of the file, estimated until a long file was read. */
  total_rows: number | null
  /** Rows that are done. */
  done_rows: number
  /** From 0 to 1. */
  progress: number
  /** Rows by their outcome. */
  counts: {
    /** Rows that created a subscriber. */
    created?: number
    /** Rows that created a subscriber. */
    updated?: number
    /** Rows that created a subscriber. */
    unchanged?: number
    /** Rows that created a subscriber. */
    duplicate?: number
    /** Rows that created a subscriber. */
    invalid?: number
    /** Rows that created a subscriber. */
    skipped?: number
  }
  /** Subscribers by the state that they get. */
  states: {
    /** True if the sequence sends. */
    active?: number
    /** True if the sequence sends. */
    inactive?: number
    /** True if the sequence sends. */
    bounced?: number
    /** True if the sequence sends. */
    complained?: number
    /** True if the sequence sends. */
    cancelled?: number
  }
  /** Rows that are imported without one of their values, such as an invalid date. */
  noted_count: number
  undo: {
    /** `queued`, `running`, `stopped` or `completed`. */
    state: 'queued' | 'running' | 'stopped' | 'completed'
    /** Subscribers whom the import had created and who are removed. */
    removed: number
    /** Subscribers who have their earlier values again. */
    restored: number
    /** Subscribers who changed since, and stay as they are. */
    kept: number
    /** Rows that are done. */
    done_rows: number
  } | null
  /** Until when it can be undone. */
  undo_until: string | null
  /** Why it failed or stopped. */
  error: string | null
  /** When it was created, in UTC. */
  created_at: string
  /** When it began. */
  started_at: string | null
  /** When it was delivered or given up. */
  completed_at: string | null
}

export type ImportPreview = {
  id: number
  /** `queued`, `running`, `stopped`, `completed` or `failed`. */
  state: 'queued' | 'running' | 'stopped' | 'completed' | 'failed'
  /** Choices of the import. */
  options: {
    /** Way in which these subscribers agreed to get your emails. */
    consent_source?: 'website_form' | 'other_service' | 'customers' | 'in_person' | 'other'
    /** The same in your words. */
    consent_note?: string
    /** Names of tags for all of these subscribers. */
    tags?: string[]
    /** Treatment of subscribers you already have: updated, or left as they are. */
    existing?: 'update' | 'leave'
    /** The state of subscribers whom it creates. */
    state?: 'active' | 'inactive' | 'cancelled'
    /** The id of the form or landing page. */
    form_id?: number | null
    /** The id of the sequence. */
    sequence_id?: number | null
    /** True if new subscribers get the confirmation email of the form first. */
    double_opt_in?: boolean
    /** Confirms that all of these subscribers agreed, although a name or a column suggests otherwise. */
    has_no_unsubscribes?: boolean
  }
  /** Rows that are done. */
  done_rows: number
  /** From 0 to 1. */
  progress: number
  /** Rows by their outcome. */
  counts: {
    /** When it happened, in UTC. */
    created?: number
    /** When it happened, in UTC. */
    updated?: number
    /** When it happened, in UTC. */
    unchanged?: number
    /** When it happened, in UTC. */
    duplicate?: number
    /** When it happened, in UTC. */
    invalid?: number
    /** When it happened, in UTC. */
    suppressed?: number
    /** When it happened, in UTC. */
    over_limit?: number
    /** When it happened, in UTC. */
    blank?: number
  }
  /** Subscribers by the state that they get. */
  states: {
    /** True if the sequence sends. */
    active?: number
    /** True if the sequence sends. */
    inactive?: number
    /** True if the sequence sends. */
    bounced?: number
    /** True if the sequence sends. */
    complained?: number
    /** True if the sequence sends. */
    cancelled?: number
  }
  /** Words of columns of states that you have not decided about. */
  unknown: {
    /** The column, from 0. */
    column: number
    word: string
    /** Rows with it. */
    count: number
  }[]
  /** Why it cannot start yet. */
  questions: {
    /** `file_name`, `column` or `date_order`. */
    kind: 'file_name' | 'column' | 'date_order'
    /** The column, from 0. */
    column: number | null
    /** A sentence. */
    message: string
  }[]
  /** Rows that are imported without one of their values, such as an invalid date. */
  noted_count: number
  /** Active subscribers who fit into the plan. */
  room: number | null
  /** Why the rest of the file cannot be read. */
  error: string | null
  /** When it was created, in UTC. */
  created_at: string
} | null

export interface ImportPreviewRow {
  /** The row of the file, from 1. */
  row_number: number
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** Values that would change. */
  values: {
    /** The label of the field. */
    label: string
    /** The value now. */
    before: string | null
    /** The value then. */
    after: string
  }[]
  /** Why. */
  message: string | null
}

export interface ImportRow {
  /** The row of the file, from 1. */
  row_number: number
  /** Result of the row. */
  result: 'created' | 'updated' | 'unchanged' | 'duplicate' | 'invalid' | 'skipped'
  /** Why. */
  message: string | null
  /** The address in the row. */
  email_address: string | null
  /** Effect of the undo. */
  undone: string | null
  /** The cells of a row that was not imported or has a note. */
  cells: string[] | null
}

export interface Installation {
  /** The id of the installation. */
  installation_id: number
  /** The id of the app. */
  app_id: number
  name: string
  /** Purpose of the app. */
  tagline: string
  /** The logo of the app. */
  logo_url: string | null
  /** The account at the app. */
  tenant_name: string
  /** `pending` until it is set up, then `installed`. */
  state: 'pending' | 'installed'
  /** When a test of the app ends. */
  test_expires_at: string | null
  /** Its permissions. */
  scopes: string[]
  /** Limits of an assistant. */
  assistant: {
    /** Reading, also drafts, also test emails to members, or also approvals. */
    access?: 'read' | 'drafts' | 'tests' | 'approvals'
    /** True if answers contain email addresses. */
    shows_addresses?: boolean
    /** Subscribers that approved operations may reach in 24 hours. */
    recipients_per_day?: number | null
    /** Hours of the account’s day in which it may work, up to `until`. */
    hours?: {
      from: number
      /** The end of the time that was computed. */
      until: number
    } | null
  } | null
  /** The user who installed it. */
  installed_by: string | null
  /** When it was installed. */
  installed_at: string | null
  /** When it last made a request. */
  last_used_at: string | null
  /** Webhook endpoints of the app. */
  webhook_endpoint_count: number
  /** The page of its settings. */
  settings_url: string | null
}

export interface Invitation {
  id: number
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `owner`, `admin`, `editor` or `viewer`. */
  role: 'owner' | 'admin' | 'editor' | 'viewer'
  /** When it was created, in UTC. */
  created_at: string
  /** When the file is deleted. */
  expires_at: string
  /** True if the file is deleted. */
  is_expired: boolean
}

export interface LandingPage {
  id: number
  name: string
  /** As of its form. */
  status: 'active' | 'archived' | 'trashed'
  /** The public page. */
  url: string
  /** False for a landing page that was never published: visitors find no page. */
  is_public: boolean
  draft: LandingDraft
  published: PublishedLandingPage
  /** The version that it is compared with. */
  version_b: {
    draft: LandingDraft
    published: PublishedLandingPage
  } | null
  /** Since when two versions are compared. */
  test_started_at: string | null
}

export interface Revision {
  id: number
  /** The subject, title or name. */
  title: string
  /** Why a landing page was changed. */
  reason: string
  /** Empty for the text before the first change that was kept. */
  author: string
  /** When it was created, in UTC. */
  created_at: string
  /** When it was last changed, in UTC. */
  updated_at: string
}

export interface Subscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
  /** Values of custom fields, by the key of the field. */
  fields: Record<string, string | null>
}

export interface LegacyLandingPage {
  id: number
  name: string
  /** When it was created, in UTC. */
  created_at: string
  /** `embed` is a form, `hosted` a landing page. */
  type: 'embed' | 'hosted'
  url: string
}

export interface Member {
  /** The id of the user. */
  user_id: number
  name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `owner`, `admin`, `editor` or `viewer`. */
  role: 'owner' | 'admin' | 'editor' | 'viewer'
  /** When they became a member. */
  joined_at: string
  /** When they last used the dashboard. */
  last_seen_at: string | null
  /** True for the user whose rights the credential has. */
  is_you: boolean
}

export interface DeletedNote {
  /** Restores it within an hour. */
  undo: string
}

export interface SubscriberNote {
  id: number
  text: string
  /** The name of its author. */
  author: string | null
  /** True if the user of the credential wrote it. */
  is_own: boolean
  /** When it was created, in UTC. */
  created_at: string
  /** When it was changed. */
  edited_at: string | null
}

export interface NotificationSettings {
  /** The topics for the role of the user. */
  topics: NotificationTopic[]
  /** Frequency of emailed summaries: `off`, `daily` or `weekly`. */
  digest: 'off' | 'daily' | 'weekly'
  /** Address that emails go to. */
  email_address: string
}

export interface Notification {
  id: number
  /** Its subject. */
  kind: 'export_ready' | 'import_completed' | 'bulk_action_completed' | 'tag_merge_completed' | 'export_failed' | 'import_failed' | 'bulk_action_stopped' | 'tag_merge_stopped' | 'broadcast_sent' | 'broadcast_stopped' | 'broadcast_not_sent' | 'automation_held' | 'sequence_held' | 'automation_arrived' | 'mention' | 'comment' | 'sending_warned' | 'sending_paused' | 'bounces_waiting' | 'domain_broken' | 'site_domain_broken' | 'site_domain_lost' | 'webhook_failing' | 'webhook_disabled' | 'plan_limit_near' | 'plan_limit_reached' | 'trial_ending' | 'plan_ended' | 'approval_requested'
  /** The event in a few words. */
  title: string
  /** More about it, in a sentence. */
  detail: string
  /** The page of the dashboard that it leads to. */
  path: string
  /** True if it was read. */
  is_read: boolean
  /** When it was created, in UTC. */
  created_at: string
}

export interface EditedPost {
  id: number
  /** The same as that of the broadcast, if it was sent. */
  publication_id: number
  /** When it was created, in UTC. */
  created_at: string
  title: string
  /** The last part of the post’s address. */
  slug: string | null
  /** The text below the title. */
  description: string | null
  /** The description for search engines. */
  meta_description: string | null
  /** Only subscribers in this state. */
  status: 'draft' | 'scheduled' | 'published'
  /** The date that the post shows. */
  published_at: string | null
  /** Null for a post that was not sent by email. */
  sent_at: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url: string | null
  /** True if only buyers can read the whole post. */
  is_paid: boolean
  /** The id of the product. */
  product_id: number | null
  /** Null until it is published. */
  public_url: string | null
  /** HTML as visitors see it: Liquid renders its defaults. */
  content: string | null
  /** The text with its Liquid. */
  source: string
  /** Why it cannot be published. */
  mistake: string | null
  /** The broadcast that it belongs to. */
  broadcast_id: number | null
  /** The topics by which visitors filter. */
  topics: string[]
  /** The last part of its address, also for a draft. */
  own_slug: string | null
  /** The address of the site. */
  site_url: string
  /** Identifies the text. */
  text_version: string
}

export interface Post {
  id: number
  /** The same as that of the broadcast, if it was sent. */
  publication_id: number
  /** When it was created, in UTC. */
  created_at: string
  title: string
  /** The last part of the post’s address. */
  slug: string | null
  /** The text below the title. */
  description: string | null
  /** The description for search engines. */
  meta_description: string | null
  /** `draft`, `scheduled` or `published`. */
  status: 'draft' | 'scheduled' | 'published'
  /** The date that the post shows. */
  published_at: string | null
  /** Null for a post that was not sent by email. */
  sent_at: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url: string | null
  /** True if only buyers can read the whole post. */
  is_paid: boolean
  /** The id of the product. */
  product_id: number | null
  /** Null until it is published. */
  public_url: string | null
  /** HTML as visitors see it: Liquid renders its defaults. */
  content: string | null
}

export interface ListedPost {
  id: number
  /** The same as that of the broadcast, if it was sent. */
  publication_id: number
  /** When it was created, in UTC. */
  created_at: string
  title: string
  /** The last part of the post’s address. */
  slug: string | null
  /** The text below the title. */
  description: string | null
  /** The description for search engines. */
  meta_description: string | null
  /** `draft`, `scheduled` or `published`. */
  status: 'draft' | 'scheduled' | 'published'
  /** The date that the post shows. */
  published_at: string | null
  /** Null for a post that was not sent by email. */
  sent_at: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url: string | null
  /** True if only buyers can read the whole post. */
  is_paid: boolean
  /** The id of the product. */
  product_id: number | null
  /** Null until it is published. */
  public_url: string | null
  /** HTML as visitors see it: Liquid renders its defaults. */
  content?: string | null
}

export interface PostPreview {
  html: string
  /** Why there is no HTML. */
  mistake: string | null
}

export type PostShares = {
  /** Public paragraphs. */
  paragraphs: number
  /** Public words. */
  words: number
  /** Words that only buyers read. */
  more_words: number
  /** Images that only buyers see. */
  more_images: number
  /** True if nothing is left for buyers. */
  is_all_public: boolean
} | null

export interface PurchasedProduct {
  id: number
  name: string
}

export interface Purchase {
  id: number
  /** Your id of the purchase. */
  transaction_id: string
  /** The id of the subscriber. */
  subscriber_id: number
  /** The status that you report, such as `paid` or `refunded`. */
  status: string
  /** The address of the buyer, who is created as an active subscriber if needed. */
  email_address: string
  /** The code of the currency, such as `USD`. */
  currency: string
  /** When the purchase was made. */
  transaction_time: string
  /** The sum of the lines, in major units of the currency. */
  subtotal: number
  /** The discount, in major units of the currency. */
  discount: number
  /** The tax, in major units of the currency. */
  tax: number
  /** Amount paid, in major units of the currency. */
  total: number
  /** The lines of the purchase. */
  products: PurchaseLine[]
  /** The app that reported the purchase. */
  source: string
}

export interface Recommendations {
  /** True if others can recommend the account. */
  is_open: boolean
  /** Words that their visitors read. */
  pitch: string | null
  /** Why others cannot, although it is open. */
  problem: string | null
  /** Creators whom the account recommends, in order. */
  recommended: RecommendedCreator[]
  /** Creators who recommend the account. */
  recommenders: Recommender[]
}

export interface Creator {
  id: number
  name: string
  /** Words that visitors read about them. */
  words: string | null
  /** The address of the creator’s image. */
  image_url: string | null
  url: string
}

export interface RecommendationsScript {
  /** Always false. */
  enabled: boolean
  /** Always null. */
  embed_js: string | null
}

export interface SecurityEvent {
  id: number
  /** The kind of the event. */
  kind: 'app_authorised' | 'app_uninstalled' | 'tokens_revoked' | 'api_key_created' | 'api_key_revoked' | 'client_secret_rotated' | 'password_changed' | 'access_revoked' | 'access_reduced' | 'suppression_removed' | 'sending_resumed' | 'new_device' | 'first_sign_in' | 'second_factor_added' | 'second_factor_removed' | 'recovery_code_used' | 'recovery_codes_replaced' | 'two_factor_required' | 'two_factor_not_required' | 'plan_changed' | 'deletion_scheduled' | 'deletion_canceled' | 'account_viewed' | 'account_view_ended' | 'export_by_administrator' | 'export_requested' | 'sign_in_method_added' | 'member_invited' | 'invitation_withdrawn' | 'member_joined' | 'role_changed' | 'member_removed' | 'webhook_created' | 'webhook_redirected' | 'webhook_secret_rotated' | 'webhook_deleted' | 'sending_keys_rotated' | 'site_domain_changed' | 'checkout_connected' | 'checkout_replaced' | 'checkout_disconnected' | 'approval_requested' | 'approval_decided' | 'assistant_called' | 'assistant_limited'
  /** The event in a sentence. */
  summary: string
  /** The user who did it. */
  by: string | null
  /** When it happened, in UTC. */
  occurred_at: string
}

export interface SegmentDetail {
  id: number
  name: string
  /** When it was created, in UTC. */
  created_at: string
  /** The filter: contract 21.1 has its grammar. */
  definition: {
    /** `all`, `any` or `none` of the conditions. */
    match?: 'all' | 'any' | 'none'
    /** The conditions, each with a `type`. */
    conditions: unknown[]
    /** `raw` counts every open and click, `unique_email` one for each email. */
    counting_mode?: 'raw' | 'unique_email'
  }
  /** When it was last changed, in UTC. */
  updated_at: string
}

export interface Segment {
  id: number
  name: string
  /** When it was created, in UTC. */
  created_at: string
}

export interface SegmentPreview {
  /** Subscribers in any state. */
  count: number
  /** Active subscribers. */
  active: number
  subscribers: {
    id: number
    /** The address of the subscriber, in lower case. */
    email_address: string
    /** The first name. */
    first_name: string | null
    /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
    state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  }[]
}

export interface SegmentCount {
  /** Subscribers in any state. */
  count: number
  /** Active subscribers. */
  active: number
}

export interface SendingAddress {
  id: number
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** The name of the sender in emails. */
  from_name: string
  /** Only subscribers in this state. */
  status: 'pending' | 'confirmed'
  /** True if its confirmation no longer counts: send the link again. */
  needs_new_link: boolean
  /** True for the one that is used if none is chosen. */
  is_default: boolean
  /** True if replies to all emails go to it. */
  gets_replies: boolean
  /** True if it is at a mailbox provider that refuses bulk email from its own domain. */
  is_free_mail: boolean
}

export interface SendingDomain {
  id: number
  /** The domain, with its characters decoded. */
  domain: string
  /** `pending`, `verified`, or `broken` if a required record is missing since. */
  status: 'pending' | 'verified' | 'broken'
  /** When its records were first complete. */
  verified_at: string | null
  /** Since when a required record is missing. */
  broken_at: string | null
  /** When DNS was last asked. */
  checked_at: string | null
  /** True if emails from it are signed now. */
  is_signing: boolean
  /** The DNS records that it should have. */
  records: DomainRecord[]
  /** The problem, and the reason why nothing is sent, in sentences. */
  problem: string | null
  /** True while new keys wait for their records. */
  is_rotating: boolean
}

export interface ListedSendingDomain {
  id: number
  /** The domain, with its characters decoded. */
  domain: string
  /** `pending`, `verified`, or `broken` if a required record is missing since. */
  status: 'pending' | 'verified' | 'broken'
  /** When its records were first complete. */
  verified_at: string | null
  /** Since when a required record is missing. */
  broken_at: string | null
  /** When DNS was last asked. */
  checked_at: string | null
  /** True if emails from it are signed now. */
  is_signing: boolean
}

export interface SendingHealth {
  /** The days that count. */
  window_days: number
  /** The domains of recipients. */
  domains: DomainHealth[]
}

export interface RequestedEnrollmentChange {
  id: number
  /** Subscribers who will be changed. */
  changed: number
}

export interface EnrollmentChange {
  id: number
  /** `add`, `restart` or `remove`. */
  action: 'add' | 'restart' | 'remove'
  /** `running`, `completed` or `canceled`. */
  state: 'running' | 'completed' | 'canceled'
  /** The name of the form, or of what else added the subscriber. */
  source_name: string
  /** Subscribers in the source when it was requested. */
  total: number
  /** Subscribers who were looked at. */
  done: number
  /** Subscribers who were changed. */
  changed: number
  /** When it was created, in UTC. */
  created_at: string
  /** When it ended. */
  ended_at: string | null
}

export interface EnrollmentChangePreview {
  /** Subscribers in the source. */
  matched: number
  /** Subscribers who will be added, restarted or removed. */
  changed: number
  /** Subscribers in the source who cannot be sent email, so they are not added or restarted. */
  inactive: number
  /** Active subscribers who are in the sequence and keep their position when the source is added. */
  underway: number
  /** Active subscribers who completed the sequence. */
  over: number
  /** Subscribers in the source who are not in the sequence. */
  missing: number
  /** Messages that wait to be sent to restarted or removed subscribers and are withdrawn. */
  withdrawn: number
  /** The subject of the first email. */
  first_subject: string | null
  /** When the first email is due. */
  first_at: string | null
  /** True while it is paused. */
  is_paused: boolean
  /** True if subscribers can go through the sequence more than once. */
  repeat: boolean
}

export interface Sequence {
  id: number
  name: string
  /** Subscribers stay after the last email instead of completing. */
  hold: boolean
  /** Subscribers who completed can start again. */
  repeat: boolean
  /** When it was created, in UTC. */
  created_at: string
  /** When it was last changed, in UTC. */
  updated_at: string
  /** Null is the account’s default sender. */
  email_address: string | null
  /** The id of the template. */
  email_template_id: number | null
  /** Days on which emails are sent: `monday` to `sunday`. */
  send_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /** The hour at which emails are sent, from 0 to 23, in `time_zone`. */
  send_hour: number
  /** The IANA name of the time zone for `send_days` and `send_hour`. */
  time_zone: string
  /** True if the sequence sends. */
  active: boolean
  /** Subscribers in one of these get no email of the sequence. */
  exclude_subscriber_sources: ExcludedSource[]
  /** Published emails. */
  email_count: number
  /** Active subscribers. */
  subscriber_count: number
  /** With `include=stats`. */
  stats?: {
    /** Subscribers of the sequence who have unsubscribed. */
    unsubscribers: number
    /** Emails sent. */
    recipients: number | null
    /** Emails opened. */
    opens: number | null
    /** Emails clicked. */
    clicks: number | null
    /** Unsubscribes through a link in an email. */
    email_unsubscribes: number | null
    /** Emails that bounced. */
    bounces: number | null
    /** Emails reported as spam. */
    complaints: number | null
    /** Percent of `recipients`, two decimals. */
    open_rate: number | null
    /** Percent of `recipients`, two decimals. */
    click_rate: number | null
    /** Percent of `opens`, two decimals. */
    click_to_open_rate: number | null
    /** Percent of `recipients`, two decimals. */
    unsubscribe_rate: number | null
    /** Percent of `recipients`, two decimals. */
    bounce_rate: number | null
    /** Percent of `recipients`, two decimals. */
    complaint_rate: number | null
  }
}

export interface SequenceEmail {
  id: number
  /** The id of the sequence. */
  sequence_id: number
  /** The subject, with Liquid. */
  subject: string
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text: string | null
  /** The sequence’s sender, or the account’s. */
  email_address: string | null
  /** The id of the template. */
  email_template_id: number | null
  /** True if subscribers get the email. */
  published: boolean
  /** Zero-based position, unique in the sequence. */
  position: number | null
  /** Delay after the email before. 0 sends immediately and is for the first email alone. */
  delay_value: number
  /** `days` follows the days and the hour of the sequence, `hours` does not. */
  delay_unit: 'days' | 'hours'
  /** All seven unless restricted; null in hours mode. */
  send_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** The content as HTML, with Liquid. */
  content: string
  /** With `include=stats`. */
  stats?: {
    /** Emails sent. */
    recipients: number
    /** Emails opened. */
    opens: number
    /** Emails clicked. */
    clicks: number
    /** Unsubscribes through a link in an email. */
    email_unsubscribes: number
    /** Emails that bounced. */
    bounces: number
    /** Emails reported as spam. */
    complaints: number
    /** Percent of `recipients`, two decimals. */
    open_rate: number
    /** Percent of `recipients`, two decimals. */
    click_rate: number
    /** Percent of `opens`, two decimals. */
    click_to_open_rate: number
    /** Percent of `recipients`, two decimals. */
    unsubscribe_rate: number
    /** Percent of `recipients`, two decimals. */
    bounce_rate: number
    /** Percent of `recipients`, two decimals. */
    complaint_rate: number
  }
}

export interface SequenceEmailDraft {
  id: number
  /** The id of the sequence. */
  sequence_id: number
  /** The subject, with Liquid. */
  subject: string
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text: string | null
  /** The sequence’s sender, or the account’s. */
  email_address: string | null
  /** The id of the template. */
  email_template_id: number | null
  /** True if subscribers get the email. */
  published: boolean
  /** Zero-based position, unique in the sequence. */
  position: number | null
  /** Delay after the email before. 0 sends immediately and is for the first email alone. */
  delay_value: number
  /** `days` follows the days and the hour of the sequence, `hours` does not. */
  delay_unit: 'days' | 'hours'
  /** All seven unless restricted; null in hours mode. */
  send_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** The content as HTML, with Liquid. */
  content: string
  /** With `include=stats`. */
  stats?: {
    /** Emails sent. */
    recipients: number
    /** Emails opened. */
    opens: number
    /** Emails clicked. */
    clicks: number
    /** Unsubscribes through a link in an email. */
    email_unsubscribes: number
    /** Emails that bounced. */
    bounces: number
    /** Emails reported as spam. */
    complaints: number
    /** Percent of `recipients`, two decimals. */
    open_rate: number
    /** Percent of `recipients`, two decimals. */
    click_rate: number
    /** Percent of `opens`, two decimals. */
    click_to_open_rate: number
    /** Percent of `recipients`, two decimals. */
    unsubscribe_rate: number
    /** Percent of `recipients`, two decimals. */
    bounce_rate: number
    /** Percent of `recipients`, two decimals. */
    complaint_rate: number
  }
  /** Identifies the text. */
  text_version: string
  /** True if the draft differs from what is published. */
  has_changes: boolean
  /** The parts of the content that were left out when it was saved. */
  left_out: string[]
}

export interface ListedSequenceEmail {
  id: number
  /** The id of the sequence. */
  sequence_id: number
  /** The subject, with Liquid. */
  subject: string
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text: string | null
  /** The sequence’s sender, or the account’s. */
  email_address: string | null
  /** The id of the template. */
  email_template_id: number | null
  /** True if subscribers get the email. */
  published: boolean
  /** Zero-based position, unique in the sequence. */
  position: number | null
  /** Delay after the email before. 0 sends immediately and is for the first email alone. */
  delay_value: number
  /** `days` follows the days and the hour of the sequence, `hours` does not. */
  delay_unit: 'days' | 'hours'
  /** All seven unless restricted; null in hours mode. */
  send_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** The content as HTML, with Liquid. */
  content?: string
  /** With `include=stats`. */
  stats?: {
    /** Emails sent. */
    recipients: number
    /** Emails opened. */
    opens: number
    /** Emails clicked. */
    clicks: number
    /** Unsubscribes through a link in an email. */
    email_unsubscribes: number
    /** Emails that bounced. */
    bounces: number
    /** Emails reported as spam. */
    complaints: number
    /** Percent of `recipients`, two decimals. */
    open_rate: number
    /** Percent of `recipients`, two decimals. */
    click_rate: number
    /** Percent of `opens`, two decimals. */
    click_to_open_rate: number
    /** Percent of `recipients`, two decimals. */
    unsubscribe_rate: number
    /** Percent of `recipients`, two decimals. */
    bounce_rate: number
    /** Percent of `recipients`, two decimals. */
    complaint_rate: number
  }
}

export interface Enrollment {
  id: number
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** The first name. */
  first_name: string | null
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** `active`, `completed` or `stopped`. */
  progress: 'active' | 'completed' | 'stopped'
  /** When the subscriber was added. */
  added_at: string
  /** The subject of the next email. */
  next_subject: string | null
  /** When it is due. */
  next_at: string | null
}

export interface EnrolledSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
  /** When the subscriber was added. */
  added_at: string
}

export type SiteDomain = {
  /** The domain, with its characters decoded. */
  domain: string
  /** `pending`, `connected`, or `broken` if a record is missing since. */
  status: 'pending' | 'connected' | 'broken'
  /** When it was counted. */
  checked_at: string | null
  /** The DNS records that it should have. */
  records: SiteRecord[]
  /** Addresses that the domain can have in place of the CNAME. */
  addresses: string[]
  /** Problems in sentences. */
  problem: string | null
} | null

export interface Site {
  /** The name in its address. */
  name: string | null
  /** A name made from that of the account. */
  suggested_name: string
  url: string
  /** Part of the address before the name. */
  name_prefix: string
  /** True if pages have a form. */
  has_form: boolean
  /** The chosen form. */
  form_id: number | null
  /** Layout of the first page. */
  layout: 'magazine' | 'newsletter' | 'archive'
  /** True if pages show the postal address. */
  has_address: boolean
  /** The form on pages now. */
  shown_form: {
    id: number
    /** The name in its address. */
    name: string
  } | null
  /** The forms to choose from. */
  forms: {
    id: number
    /** The name in its address. */
    name: string
  }[]
  domain: SiteDomain
}

export interface Snippet {
  id: number
  name: string
  /** Fixed at creation. */
  snippet_type: 'inline' | 'block'
  /** True if it is archived. */
  archived: boolean
  /** Emails use it as `{{ snippet.sign-off }}`. */
  key: string
  /** When it was created, in UTC. */
  created_at: string
  /** When it was last changed, in UTC. */
  updated_at: string
  /** Null for a block snippet. */
  content: string | null
  document: SnippetDocument
}

export interface ListedSnippet {
  id: number
  name: string
  /** Fixed at creation. */
  snippet_type: 'inline' | 'block'
  /** True if it is archived. */
  archived: boolean
  /** Emails use it as `{{ snippet.sign-off }}`. */
  key: string
  /** When it was created, in UTC. */
  created_at: string
  /** When it was last changed, in UTC. */
  updated_at: string
  /** Null for a block snippet. */
  content?: string | null
  document?: SnippetDocument
}

export interface SnippetPreview {
  html: string
  /** Why there is no HTML. */
  mistake: string | null
}

export interface SnippetUse {
  /** Kind of record that uses it. */
  kind: 'broadcast' | 'sequence_email' | 'automation_email' | 'post' | 'snippet'
  id: number
  /** The id of the sequence or automation of an email. */
  parent_id: number | null
  name: string | null
}

export interface SubscriberAutomation {
  /** The id of the run: once for each time that the subscriber entered. */
  run_id: number
  /** The id of the automation. */
  automation_id: number
  /** The name of the automation. */
  automation_name: string
  /** `ready`, `waiting`, `held`, `completed` or `left`. */
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  /** The step in words. */
  label: string | null
  /** When it is due. */
  due_at: string | null
  /** Why the step failed. */
  problem: string | null
  /** When the subscriber entered. */
  entered_at: string
  /** When it ended. */
  ended_at: string | null
  /** Why the subscriber left. */
  reason: string | null
}

export interface FilteredSubscriber {
  id: string
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** When it was created, in UTC. */
  created_at: string
  /** The names of the subscriber’s tags. */
  tag_names: string[]
  /** The ids of the subscriber’s tags, as texts. */
  tag_ids: string[]
  attribution?: Attribution
  tags?: {
    id: number
    /** The name of the tag. */
    name: string
  }[]
  location?: Location
  /** When the subscriber left. */
  canceled_at?: string | null
  stats?: {
    /** Emails sent. */
    sent: number
    /** Emails opened. */
    opened: number
    /** Emails with a click. */
    clicked: number
    /** Emails that bounced. */
    bounced: number
    /** Fraction of `sent`, three decimals. */
    open_rate: number
    /** Fraction of `sent`, three decimals. */
    click_rate: number
    /** When the last email was sent. */
    last_sent: string | null
    /** When an email was last opened. */
    last_opened: string | null
    /** When a link was last clicked. */
    last_clicked: string | null
    /** Emails sent since the last open. */
    sends_since_last_open: number
    /** Emails sent since the last click. */
    sends_since_last_click: number
  }
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
}

export interface SubscriberDetail {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
  /** Values of custom fields, by the key of the field. */
  fields: Record<string, string | null>
  /** When the subscriber left. */
  canceled_at: string | null
  location: Location
}

export interface ListedSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
  attribution?: Attribution
  tags?: {
    id: number
    /** The name of the tag. */
    name: string
  }[]
  location?: Location
  /** When the subscriber left. */
  canceled_at?: string | null
}

export interface PinnedLocation {
  city: string
  /** The state or region. */
  state_province: string
  /** ISO 3166-1 alpha-2. */
  country_code: string
  /** Degrees north, from -90 to 90. */
  latitude: number
  /** Degrees east, from -180 to 180. */
  longitude: number
  /** IANA name. */
  timezone: string
}

export interface LocatedSubscriber {
  id: number
  location: PinnedLocation
}

export interface UpcomingSequenceEmail {
  id: number
  /** The id of the sequence. */
  sequence_id: number
  /** The name of the sequence. */
  sequence_name: string
  /** The subject, with Liquid. */
  subject: string
  /** When it is due. */
  due_at: string | null
  /** Why it will be skipped: `excluded` or `paused`. */
  skipped: 'excluded' | 'paused' | null
}

export interface SubscriberStats {
  id: number
  stats: {
    /** Emails sent. */
    sent: number
    /** Emails opened. */
    opened: number
    /** Emails with a click. */
    clicked: number
    /** Emails that bounced. */
    bounced: number
    /** Fraction of `sent`, three decimals. */
    open_rate: number
    /** Fraction of `sent`, three decimals. */
    click_rate: number
    /** When the last email was sent. */
    last_sent: string | null
    /** When an email was last opened. */
    last_opened: string | null
    /** When a link was last clicked. */
    last_clicked: string | null
    /** Emails sent since the last open. */
    sends_since_last_open: number
    /** Emails sent since the last click. */
    sends_since_last_click: number
  }
}

export interface SubscriberTag {
  id: number
  name: string
  /** When the subscriber got the tag. */
  tagged_at: string
}

export interface AddedSuppressions {
  /** Addresses that are new on the list. */
  added: number
  /** Addresses that were on the list. */
  known: number
  /** Entries without an address. */
  invalid_count: number
  /** The first entries without an address. */
  invalid: string[]
}

export interface Suppression {
  id: number
  email_address: string | null
  /** Why: `erased`, `hard_bounce`, `complaint`, `manual` or `import`. */
  reason: 'erased' | 'hard_bounce' | 'complaint' | 'manual' | 'import'
  /** Origin, such as `dashboard`, `api` or `import`. */
  source: string | null
  /** A note of your own. */
  note: string | null
  /** The user who added it. */
  by: string | null
  /** When it was created, in UTC. */
  created_at: string
}

export interface DuplicateTags {
  /** `names`: nearly the same name. */
  reason: 'names' | 'subscribers'
  /** The tags, that with the most subscribers first. */
  tags: DuplicateTag[]
}

export interface TagMerge {
  id: number
  /** `running`, or `completed` while it can be undone. */
  state: 'running' | 'completed'
  /** The tag that is deleted. */
  from_tag_id: number
  /** The tag that stays. */
  into_tag_id: number
  /** The name of the tag that is deleted. */
  from_name: string
  /** The name of the tag that stays. */
  into_name: string
  /** Subscribers who are done. */
  done: number
}

export interface TagMergePreview {
  /** The name of the tag that is deleted. */
  from_name: string
  /** The name of the tag that stays. */
  into_name: string
  /** Subscribers in any state with the first tag. */
  from_count: number
  /** Subscribers in any state with the second tag. */
  into_count: number
  /** Subscribers in any state with both. */
  both_count: number
  /** Kind of record that uses it. */
  uses: TagUse[]
  /** Why they cannot be merged now, in sentences. */
  blocks: string[]
}

export interface TagDetail {
  id: number
  name: string
  /** When it was created, in UTC. */
  created_at: string
  /** The color in the dashboard. */
  color: 'petrol' | 'green' | 'yellow' | 'orange' | 'red' | 'blue' | null
  /** Its texts on the preference page. */
  topic: {
    /** The name for subscribers. */
    name: string
    /** A sentence for subscribers. */
    description: string | null
  } | null
}

export interface ListedTag {
  id: number
  /** The name of the tag. */
  name: string
  /** When it was created, in UTC. */
  created_at: string
  /** The active subscribers. */
  subscriber_count?: number
}

export interface TaggedSubscriber {
  id: number
  /** The first name. */
  first_name: string | null
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
  /** When it was created, in UTC. */
  created_at: string
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
  /** When the subscriber got the tag. */
  tagged_at: string
}

export interface Topic {
  id: number
  /** The name of the tag, for you. */
  tag_name: string
  /** The name for subscribers. */
  name: string
  /** A sentence for subscribers. */
  description: string | null
}

export interface WebhookEndpointWithSecret {
  id: number
  name: string
  /** The public address that events are sent to. */
  url: string
  /** A note of your own. */
  description: string | null
  /** Sorted. */
  events: string[]
  /** `active` or `disabled`. */
  status: 'active' | 'disabled'
  /** Its maker: the creator, or an app over OAuth. */
  source: 'creator' | 'app'
  /** The app that created the endpoint. */
  created_by_app: {
    id: number
    /** The name of the app. */
    name: string
  } | null
  /** When it was created, in UTC. */
  created_at: string
  /** Until then deliveries have a second signature, made with the previous secret. */
  previous_secret_expires_at: string | null
  /** Shown only once. */
  secret: string
}

export interface WebhookDeliveryDetail {
  id: number
  /** `pending`, `retrying`, `delivered` or `failed`. */
  status: 'pending' | 'retrying' | 'delivered' | 'failed'
  /** The type of the events in the delivery. */
  event_type: string
  /** The number of events in the delivery. */
  event_count: number
  /** The attempts so far. */
  attempt_count: number
  /** When it was created, in UTC. */
  created_at: string
  /** When it was delivered or given up. */
  completed_at: string | null
  /** The attempts, oldest first. */
  attempts: {
    /** When the attempt was made. */
    attempted_at: string
    /** Null when there was no response; `error` says why. */
    response_status: number | null
    /** The first 1,000 bytes. */
    response_body: string | null
    /** Duration of the attempt, in milliseconds. */
    duration_ms: number
    /** Why there was no response, in plain words. */
    error?: string
  }[]
  /** The body as it is sent, if `include_payload` is set. */
  payload?: {
    /** The id of the delivery. */
    delivery_id: number
    /** The events, all of one type. */
    events: {
      /** The id of the event. */
      id: string
      /** The type of the event. */
      type: string
      /** When it happened, in UTC. */
      created: string
      /** The record of the event, as it was at that time. */
      data: Record<string, unknown>
    }[]
  }
}

export interface WebhookDelivery {
  id: number
  /** `pending`, `retrying`, `delivered` or `failed`. */
  status: 'pending' | 'retrying' | 'delivered' | 'failed'
  /** The type of the events in the delivery. */
  event_type: string
  /** The number of events in the delivery. */
  event_count: number
  /** The attempts so far. */
  attempt_count: number
  /** When it was created, in UTC. */
  created_at: string
  /** When it was delivered or given up. */
  completed_at: string | null
}

export interface WebhookEndpoint {
  id: number
  name: string
  /** The public address that events are sent to. */
  url: string
  /** A note of your own. */
  description: string | null
  /** Sorted. */
  events: string[]
  /** `active` or `disabled`. */
  status: 'active' | 'disabled'
  /** Its maker: the creator, or an app over OAuth. */
  source: 'creator' | 'app'
  /** The app that created the endpoint. */
  created_by_app: {
    id: number
    /** The name of the app. */
    name: string
  } | null
  /** When it was created, in UTC. */
  created_at: string
  /** Until then deliveries have a second signature, made with the previous secret. */
  previous_secret_expires_at: string | null
}

export interface LegacyWebhook {
  id: number
  /** The id of the account. */
  account_id: number
  /** The event name without its prefix, and its one parameter. */
  event: {
    /** The name of the event, without the prefix that it is created with. */
    name: 'subscriber_activate' | 'subscriber_unsubscribe' | 'subscriber_bounce' | 'subscriber_complain' | 'form_subscribe' | 'course_subscribe' | 'course_complete' | 'tag_add' | 'tag_remove' | 'field_value_updated' | 'field_created' | 'field_deleted' | 'product_purchase' | 'link_click' | 'purchase_create'
    /** The id of the form or landing page. */
    form_id?: number
    /** The id of the sequence. */
    sequence_id?: number
    /** The id of the tag. */
    tag_id?: number
    /** The id of the product. */
    product_id?: number
    /** The id of the custom field. */
    custom_field_id?: number
    /** The address of the link. */
    initiator_value?: string | null
  }
  /** The address that the event is sent to. */
  target_url: string
}

export type Product = {
  id: number
  /** The name of the product. */
  name: string
  /** The price, in units of the currency. */
  price: number
  /** The code of the currency, such as `USD`. */
  currency: string
  /** The page where it is sold. */
  url: string
  /** Your id of the product. */
  pid: string
} | null

export interface SoldProduct {
  /** Your id of the product. */
  pid: string
  name: string
}

export interface OwnProduct {
  name: string
  /** The price, in units of the currency. */
  price: number
  /** The code of the currency, such as `USD`. */
  currency: string
  url: string
  /** Your id of the product. */
  pid: string
  id: number
  /** Subscribers who paid for it. */
  buyers: number
}

export interface ShopProduct {
  id: number
  /** Your id of the product. */
  pid: string
  name: string
  /** The id of the product of the account for which its purchases count. */
  sold_as: number | null
}

export interface StyleChoices {
  /** The image of the logo. */
  logo_id: number | null
  /** The size of the logo. */
  logo_size: 'small' | 'medium' | 'large'
  /** The font of texts. */
  font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
  /** The font of headings. */
  heading_font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
  /** The color of links and buttons. */
  accent_color: string
  /** The color of texts. */
  text_color: string
  /** The color behind them. */
  background_color: string
  /** The corners of buttons and boxes. */
  corners: 'rounded' | 'square' | 'pill'
}

export type StyleLogo = {
  url: string
  /** Description for subscribers who cannot see the image. */
  alt: string
  /** The width in pixels. */
  width: number
  /** The height in pixels. */
  height: number
} | null

export interface OtherPlan {
  /** The key of the plan. */
  key: string
  name: string
  /** Its purpose. */
  description: string
  /** The most active subscribers. */
  subscriber_limit: number | null
  /** The most members and open invitations. */
  member_limit: number | null
  /** True if the plan has reports. */
  has_reporting: boolean
  /** True if the plan has this API. */
  has_api: boolean
  /** The price of a month, in minor units. */
  price_month: number | null
  /** The price of a year, in minor units. */
  price_year: number | null
  /** The code of the currency, such as `USD`. */
  currency: string
}

export interface AutomationEventProperty {
  /** The path of the property in the event, such as `cart.total`. */
  name: string
  /** The type of the first value. */
  type: 'text' | 'number' | 'boolean' | 'date' | 'list'
  /** The number of events with the property. */
  count: number
  /** Values of up to three events, the last first. */
  last_values: unknown[]
  /** The time of the last event with the property. */
  last_at: string
}

export type TemplateApp = {
  id: number
  name: string
  /** The logo of the app. */
  logo_url: string | null
} | null

export interface PlannedNeed {
  /** Kind of record that it needs. */
  kind: 'tag' | 'custom_field' | 'form' | 'sequence' | 'segment' | 'product'
  id: number
  name: string
  /** `use`: the account has one of this name. */
  action: 'use' | 'create' | 'any'
  /** The id of the one that is used. */
  own_id: number | null
  /** Emails of a new sequence. */
  email_count: number
}

export type AutomationTemplateOverview = {
  name: string
  /** Its effect, in a sentence. */
  description: string
  labels: ('onboarding' | 'selling' | 'launches' | 'courses' | 'growth' | 're_engagement' | 'dates' | 'feedback')[]
  /** Its triggers and steps in words, from top to bottom. */
  outline: {
    id: string
    /** The kind of the trigger or step. */
    kind: string
    text: string
  }[]
  /** The emails, in their order. */
  emails: {
    /** The subject, with Liquid. */
    subject: string
    /** The text that inboxes show after the subject, with Liquid. */
    preview_text: string | null
    /** The content as HTML, with Liquid. */
    content: string
  }[]
  sequences: {
    name: string
    /** The emails, in their order. */
    emails: {
      /** The subject, with Liquid. */
      subject: string
      /** The text that inboxes show after the subject, with Liquid. */
      preview_text: string | null
      /** The content as HTML, with Liquid. */
      content: string
    }[]
  }[]
} | null

export type SubscriberFilter = {
  /** In all of these segments and tags. */
  all?: {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  } | {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'all_subscribers'
  }[]
  /** In at least one of these segments and tags. */
  any?: {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  } | {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'all_subscribers'
  }[]
  /** In none of these segments and tags. */
  none?: {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  } | {
    /** `segment`, `tag`, or `all_subscribers` for everyone. */
    type: 'all_subscribers'
  }[]
}[]

export interface BroadcastClick {
  id: number
  url: string
  /** Emails in which this link was clicked. */
  unique_clicks: number
  /** Emails with a click on this link, as a fraction of those delivered. */
  click_to_delivery_rate: number
  /** Emails with a click on this link, as a fraction of those opened. */
  click_to_open_rate: number
}

export interface BroadcastStats {
  /** Everyone whom the broadcast goes to. */
  recipients: number
  /** Emails opened, in percent of those sent. */
  open_rate: number
  /** Emails opened. */
  emails_opened: number
  /** Emails clicked, in percent of those sent. */
  click_rate: number
  /** Unsubscribes, in percent of the emails sent. */
  unsubscribe_rate: number
  /** Unsubscribes through a link in this email. */
  unsubscribes: number
  /** Clicks, repeated ones included. */
  total_clicks: number
  /** Always false. */
  show_total_clicks: boolean
  /** `draft`, `scheduled`, `sending`, `completed` or `aborted`. */
  status: 'draft' | 'scheduled' | 'sending' | 'completed' | 'aborted'
  /** Messages that were tried, in percent. */
  progress: number
  /** True if opens were not counted. */
  open_tracking_disabled: boolean
  /** True if clicks were not counted. */
  click_tracking_disabled: boolean
}

export interface UtmParameters {
  /** The `utm_source` of the referrer. */
  source: string | null
  /** The `utm_medium` of the referrer. */
  medium: string | null
  /** The `utm_campaign` of the referrer. */
  campaign: string | null
  /** The `utm_term` of the referrer. */
  term: string | null
  /** The `utm_content` of the referrer. */
  content: string | null
}

export interface FormSettings {
  heading: string
  /** The text below the heading. */
  description: string
  /** The text of the button. */
  button_label: string
  /** The color of links and buttons. */
  accent_color: string
  /** True if `accent_color` replaces the one of the account’s style. */
  has_own_color?: boolean
  /** An image of the library. */
  picture: {
    /** The id of the image. */
    picture_id: number
    /** Description for visitors who cannot see it. */
    alt?: string
    /** Its place beside the text. */
    place?: 'above' | 'beside'
  } | null
  /** Fields besides the address, in their order. */
  fields: {
    /** The id of the custom field. */
    custom_field_id: number
    label?: string
    /** True if visitors cannot leave it empty. */
    is_required?: boolean
    /** Presentation of a choice. */
    look?: 'select' | 'radio'
  }[]
  /** Text that visitors consent to, kept word for word with each sign-up. */
  consent_text: string
  /** Checkboxes. */
  consents: {
    /** The text, kept word for word with each sign-up that ticks it. */
    text: string
    /** True if visitors must tick it. */
    is_required?: boolean
    /** The tag of those who tick it. */
    tag_id?: number
  }[]
  /** The text after a sign-up. */
  success_message: string
  /** Address that visitors are sent to in place of a text. */
  redirect_url: string
  /** Event that opens a form over a page: a `time`, a `scroll`, the `exit`, or a `click` on its links alone. */
  opens_on: 'time' | 'scroll' | 'exit' | 'click'
  /** Seconds after which `time` opens it. */
  open_after_seconds: number
  /** Percent of the page after which `scroll` opens it. */
  open_after_percent: number
  /** Rule for visitors who closed it. */
  shows_again: 'always' | 'days' | 'never'
  /** Days until they do with `days`. */
  shows_again_days: number
  /** Paths of a site where it is shown, such as `/blog/*`. */
  shown_on: string[]
  /** Paths where it is not. */
  hidden_on: string[]
  /** The email that asks to confirm. */
  confirmation: {
    subject?: string
    heading?: string
    /** The text above the button. */
    message?: string
    /** The text of the button. */
    button_label?: string
    /** Address that visitors are sent to in place of a text. */
    redirect_url?: string
  }
  /** The email with the file. */
  file_email: {
    subject?: string
    heading?: string
    /** The text above the button. */
    message?: string
    /** The text of the button. */
    button_label?: string
  }
  /** The ids of the tags of everyone who signs up. */
  tag_ids: number[]
  /** The ids of the sequences that everyone who signs up is added to. */
  sequence_ids: number[]
  /** Texts that differ for half of the visitors. */
  version_b: {
    heading?: string
    /** The text below the heading. */
    description?: string
    /** The text of the button. */
    button_label?: string
    /** The color of links and buttons. */
    accent_color?: string
    /** True if `accent_color` replaces the one of the account’s style. */
    has_own_color?: boolean
    /** An image of the library. */
    picture?: {
      /** The id of the image. */
      picture_id: number
      /** Description for visitors who cannot see it. */
      alt?: string
      /** Its place beside the text. */
      place?: 'above' | 'beside'
    } | null
    /** Event that opens a form over a page: a `time`, a `scroll`, the `exit`, or a `click` on its links alone. */
    opens_on?: 'time' | 'scroll' | 'exit' | 'click'
    /** Seconds after which `time` opens it. */
    open_after_seconds?: number
    /** Percent of the page after which `scroll` opens it. */
    open_after_percent?: number
    /** Labels by `first_name` or the id of a custom field. */
    labels?: Record<string, string>
  } | null
}

export interface VersionCounts {
  /** Times that visitors saw it. */
  views: number
  /** Visitors who signed up. */
  sign_ups: number
}

export type LandingDraft = {
  /** Its title and sections: contract 22.9 has the grammar. */
  page?: Record<string, unknown>
  /** Grows with each change. */
  version: number
  /** The user who changed it last. */
  changed_by: string | null
} | null

export type PublishedLandingPage = {
  /** Its title and sections: contract 22.9 has the grammar. */
  page?: Record<string, unknown>
  /** The version of the draft that was published. */
  version: number
  /** When it was published. */
  at: string
} | null

export interface NotificationTopic {
  /** True to be told in the dashboard. */
  in_product: boolean
  /** True to be told by email. */
  by_email: boolean
  /** Its subject. */
  topic: 'jobs' | 'job_problems' | 'broadcasts' | 'broadcast_problems' | 'automations' | 'mentions' | 'comments' | 'sending' | 'webhooks' | 'plan' | 'approvals'
}

export interface PurchaseLine {
  /** The name of the product. */
  name: string
  /** Identifies the product; its variants share it. */
  pid: string
  /** Identifies the line within the purchase. */
  lid: string
  /** Number of units. */
  quantity: number
  /** The price of one, in major units of the currency. */
  unit_price: number
  /** The stock keeping unit. */
  sku: string | null
}

export interface RecommendedCreator {
  id: number
  name: string
  /** Words that visitors read about them. */
  words: string | null
  /** The address of the creator’s image. */
  image_url: string | null
  url: string
  /** Words that visitors read about the creator. */
  note: string | null
  /** Visitors who saw it. */
  shown: number
  /** Visitors who signed up. */
  sign_ups: number
  /** Why visitors do not see them now. */
  problem: string | null
}

export interface Recommender {
  id: number
  name: string
  /** Words that visitors read about them. */
  words: string | null
  /** The address of the creator’s image. */
  image_url: string | null
  url: string
  /** True if they may not recommend the account. */
  is_blocked: boolean
  /** Visitors who saw it. */
  shown: number
  /** Visitors who signed up. */
  sign_ups: number
}

export interface DomainRecord {
  /** Unique among the records of the domain. */
  key: string
  /** Its purpose. */
  purpose: 'dkim' | 'dmarc' | 'spf' | 'return_path'
  /** A short name. */
  label: string
  /** Its purpose, in a sentence. */
  description: string
  /** The type of the record. */
  type: 'TXT' | 'CNAME'
  name: string
  /** The name within the zone of the domain, as most DNS providers expect it. */
  host: string
  /** The value that it should have. */
  value: string
  /** True if the domain cannot be verified without it. */
  is_required: boolean
  /** Result of the last check. */
  state: 'unchecked' | 'found' | 'missing' | 'differs' | 'no_answer'
  /** The values in DNS, if they differ. */
  found: string[]
  /** From when the record of a replaced key may be removed. */
  removable_at: string | null
}

export interface DomainHealth {
  domain: string
  /** Messages sent. */
  sent: number
  /** Messages that could not be sent. */
  failed: number
  /** Messages that bounced permanently. */
  hard_bounced: number
  /** Messages that were reported as spam. */
  complained: number
  /** In percent. */
  hard_bounce_rate: number | null
  /** In percent. */
  complaint_rate: number | null
  /** `good`, `warned` or `paused`. */
  state: 'good' | 'warned' | 'paused'
  /** `complaints` or `bounces`. */
  cause: 'complaints' | 'bounces' | null
  /** Why, in a sentence. */
  summary: string | null
}

export interface ExcludedSource {
  /** `tag`, `sequence`, `form` or `segment`. */
  type: 'tag' | 'sequence' | 'form' | 'segment'
  /** Ids of that kind. */
  ids: number[]
}

export interface SiteRecord {
  /** `target` or `proof`. */
  key: 'target' | 'proof'
  /** Its purpose, in a sentence. */
  description: string
  /** The type of the record. */
  type: 'CNAME' | 'TXT'
  name: string
  /** The name within the zone of the domain, as most DNS providers expect it. */
  host: string
  /** The value that it should have. */
  value: string
  /** Result of the last check. */
  state: 'unchecked' | 'found' | 'missing' | 'differs' | 'no_answer'
  /** The values in DNS, if they differ. */
  found: string[]
}

export interface SnippetDocument {
  /** The id of the content. */
  id: number
  /** Always null. */
  value: string | null
  /** The content of the block as HTML. */
  value_html: string | null
  /** The content of the block as text. */
  value_plain: string | null
  /** Begins at 1 and grows with each change. */
  version: number
}

export interface Attribution {
  /** The address of the page on which the subscriber signed up, or that you name. */
  referrer: string | null
  /** The `utm_source` of the sign-up. */
  utm_source: string | null
  /** The `utm_medium` of the sign-up. */
  utm_medium: string | null
  /** The `utm_campaign` of the sign-up. */
  utm_campaign: string | null
  /** The `utm_term` of the sign-up. */
  utm_term: string | null
  /** The `utm_content` of the sign-up. */
  utm_content: string | null
  /** Origin of the subscriber: `form_subscription`, `api_subscription` or `manual`. */
  source_type: string | null
  /** The name of the form, or of what else added the subscriber. */
  source_name: string | null
  /** The way in, such as `landing_page`, `recommendations`, `api` or `import`. */
  source_mechanism: string | null
  /** The id of what the mechanism names. */
  source_mechanism_id: string | null
}

export type Location = {
  city: string | null
  /** The state or region. */
  state: string | null
  /** The country, as its code of ISO 3166-1, such as `NO`. */
  country: string | null
  /** Degrees north, from -90 to 90. */
  latitude: number | null
  /** Degrees east, from -180 to 180. */
  longitude: number | null
  /** The time zone, by its IANA name. */
  timezone: string | null
} | null

export interface DuplicateTag {
  id: number
  name: string
  /** Subscribers in any state. */
  count: number
}

export interface TagUse {
  /** Kind of record that names it. */
  kind: 'segment' | 'form' | 'sequence' | 'broadcast' | 'automation' | 'snippet' | 'template' | 'post' | 'webhook'
  id: number
  name: string
}

export interface AccountColorsUpdateBody {
  /** Hexadecimal colors, such as `#1D4ED8`, in the order given. */
  colors: string[]
}

export interface AccountCreatorProfileUpdateBody {
  /** The name of the creator. */
  name: string
  /** One line about the creator. */
  byline?: string | null
  /** A text about the creator. */
  bio?: string | null
  /** The address of the creator’s image. */
  image_url?: string | null
  /** The address of the creator’s public page. */
  profile_url?: string | null
}

export interface AccountGrowthStatsQuery {
  /** A day of the account's time zone; 90 days ago when left out. */
  starting?: string
  /** A day of the account's time zone; today when left out. */
  ending?: string
}

export interface AccountProductUpdateBody {
  /** The name of the product. */
  name: string
  /** The price, in units of the currency. */
  price: number
  /** The code of the currency, such as `USD`. */
  currency: string
  /** The page where it is sold. */
  url: string
  /** Your id of the product. */
  pid: string
}

export interface AccountProductsCreateBody {
  /** The name of the product. */
  name: string
  /** The price, in units of the currency. */
  price: number
  /** The code of the currency, such as `USD`. */
  currency: string
  /** The page where it is sold. */
  url: string
  /** Your id of the product. */
  pid: string
}

export interface AccountProductsUpdateBody {
  /** The name of the product. */
  name: string
  /** The price, in units of the currency. */
  price: number
  /** The code of the currency, such as `USD`. */
  currency: string
  /** The page where it is sold. */
  url: string
  /** Your id of the product. */
  pid: string
}

export interface AccountSettingsUpdateBody {
  /** The name of the account. */
  name?: string
  /** The IANA name of the time zone for `send_days` and `send_hour`. */
  time_zone?: string
  /** The language of texts on public pages and in emails that you do not write. */
  language?: string
  /** The postal address in the footer of emails, which laws require. */
  postal_address?: string | null
  /** True if opens are counted. */
  open_tracking_enabled?: boolean
  /** True if clicks are counted. */
  click_tracking_enabled?: boolean
  /** Seconds that sending waits for an undo. */
  undo_seconds?: number
  /** Days that traces of automations are kept. */
  automation_trace_days?: number | null
}

export interface AccountStyleUpdateBody {
  /** The image of the logo. */
  logo_id: number
  /** The size of the logo. */
  logo_size: 'small' | 'medium' | 'large'
  /** The font of texts. */
  font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
  /** The font of headings. */
  heading_font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
  /** The color of links and buttons. */
  accent_color: string
  /** The color of texts. */
  text_color: string
  /** The color behind them. */
  background_color: string
  /** The corners of buttons and boxes. */
  corners: 'rounded' | 'square' | 'pill'
}

export interface AutomationDryRunsSubscribersListQuery extends PageQuery {
  search?: string
  state?: 'waiting' | 'held' | 'completed' | 'left'
  /** Only those with many emails in a day. */
  busy?: boolean
}

export interface AutomationEmailsRestoreBody {
  /** The id of the earlier text. */
  revision_id: number
}

export interface AutomationEmailsTestBody {
  /** The id of the subscriber. */
  subscriber_id?: number
  email_addresses?: string[]
}

export interface AutomationEmailsUpdateBody {
  /** The subject, with Liquid. */
  subject?: string
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** The content as HTML, with Liquid. */
  content?: string
  /** The id of the template. */
  email_template_id?: number | null
  /** The address of the subscriber, in lower case. */
  email_address?: string | null
  /** The `text_version` that was read: 409 if the text changed since. */
  replaces?: string
  /** Replaces a text that changed since. */
  over_others?: boolean
}

export interface AutomationEventsCreateBody {
  /** The name of the event, which automations wait for. */
  name?: string
  /** The identifier of an automation_event plugin of the calling app. */
  plugin?: string
  /** With `plugin`: only nodes with exactly these settings. */
  settings?: Record<string, unknown>
  /** Data of the events: an object of at most 8,192 characters, 200 values and 5 levels. */
  properties?: Record<string, unknown>
  /** Unknown addresses become subscribers, active as those of `POST /v4/subscribers`. */
  create?: boolean
  /** With `create`: adds the new subscribers to this form. */
  form_id?: number
  subscribers: {
    id?: number
    /** The address of the subscriber, in lower case. */
    email_address?: string
    /** Data of this event, instead of the `properties` of the request. */
    properties?: Record<string, unknown>
    /** When it happened, UTC without an offset; now when absent. */
    occurred_at?: string
    /** Identifies the event for 30 days: a second report of it changes nothing. */
    event_id?: string
  }[]
}

export interface AutomationRunsGetQuery {
  before?: number
}

export interface AutomationTemplatesAdoptBody {
  /** The template that it follows. */
  template: 'welcome' | 'webinar' | 'purchase' | 're_engagement' | 'birthday' | number
  /** Identifies the template’s version and the plan. */
  plan_key: string
}

export interface AutomationTemplatesListQuery extends PageQuery {
  search?: string
  label?: 'onboarding' | 'selling' | 'launches' | 'courses' | 'growth' | 're_engagement' | 'dates' | 'feedback' | null
  app_id?: number
}

export interface AutomationTemplatesPreviewBody {
  /** The template that it follows. */
  template: 'welcome' | 'webinar' | 'purchase' | 're_engagement' | 'birthday' | number
}

export interface AutomationsCountsQuery {
  from?: string
  to?: string
}

export interface AutomationsCreateBody {
  name: string
  /** `visual`, or `rule` for a trigger with actions. */
  kind: 'rule' | 'visual'
  /** Its triggers and steps: contract 21.9 has the grammar. */
  graph?: Record<string, unknown>
}

export interface AutomationsDryRunsCreateBody {
  /** The version that subscribers enter. */
  version?: number
}

export interface AutomationsEmailsCreateBody {
  /** The id of an email of an automation whose texts are copied. */
  copy_of?: number
}

export interface AutomationsListQuery extends PageQuery {
  kind?: 'rule' | 'visual'
  search?: string
}

export interface AutomationsPublishBody {
  /** Counts the changes of the draft. */
  revision?: number
  /** Ids of triggers whose present matches enter. */
  enter_existing?: string[]
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface AutomationsRunsListQuery extends PageQuery {
  step_id?: string
  state?: 'inside' | 'ready' | 'waiting' | 'held' | 'completed' | 'left'
}

export interface AutomationsRunsMoveBody {
  /** Ids of runs. */
  run_ids: number[]
  /** The id of the step. */
  step_id: string
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface AutomationsRunsRemoveBody {
  /** Ids of runs. */
  run_ids: number[]
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface AutomationsRunsRetryBody {
  /** Ids of runs. */
  run_ids: number[]
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface AutomationsSubscribersAddBody {
  /** Your own HTML, as written. */
  source: {
    /** Kind of record that the subscribers come from. */
    kind: 'subscribers'
    /** Only these subscribers. */
    subscriber_ids: number[]
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'tag'
    id: number
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'segment'
    id: number
  }
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface AutomationsTemplateUpdateBody {
  /** Identifies the template’s version and the plan. */
  plan_key: string
}

export interface AutomationsUpdateBody {
  name?: string
  /** `visual`, or `rule` for a trigger with actions. */
  kind?: 'rule' | 'visual'
  /** Its triggers and steps: contract 21.9 has the grammar. */
  graph?: Record<string, unknown>
  /** Rule for entering again: `never`, `after_leaving` or `always`. */
  reentry?: 'never' | 'after_leaving' | 'always'
  /** Counts the changes of the draft. */
  revision?: number
}

export interface AutomationsVersionsMigrationCreateBody {
  /** By missing step, where its subscribers continue. */
  to?: Record<string, string | null>
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BounceWavesDecideBody {
  /** `apply` or `discard`. */
  decision: 'apply' | 'discard'
}

export interface BroadcastsCreateBody {
  /** The subject, with Liquid. */
  subject?: string | null
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** A note of your own. */
  description?: string | null
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** True if the broadcast becomes a post when it is sent. */
  public?: boolean
  /** The date that the post shows. */
  published_at?: string | null
  /** When sending begins or began. */
  send_at?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** The sender, a confirmed sending address. */
  email_address?: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url?: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt?: string | null
  subscriber_filter?: SubscriberFilterInput
  /** Allows a template of the category “Starting point”. */
  allow_starting_point?: boolean
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BroadcastsListQuery extends PageQuery {
  status?: 'draft' | 'scheduled' | 'sending' | 'completed' | 'aborted'
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  sent_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  sent_before?: string
  slim?: boolean
}

export interface BroadcastsListStatsQuery extends PageQuery {
  status?: 'draft' | 'scheduled' | 'sending' | 'completed' | 'aborted'
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  sent_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  sent_before?: string
}

export interface BroadcastsPauseBody {
  /** Why, for other members. */
  note?: string | null
}

export interface BroadcastsPlanPreviewBody {
  /** Manner of sending: contract 21.11 has the kinds. */
  plan?: Record<string, unknown>
}

export interface BroadcastsPlanUpdateBody {
  /** Manner of sending: contract 21.11 has the kinds. */
  plan?: Record<string, unknown>
  /** Versions B and C: what differs from the broadcast. */
  versions?: Record<string, unknown>[]
}

export interface BroadcastsReleaseBody {
  /** The version that the rest gets, from 1. */
  version?: number
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BroadcastsRepairBody {
  /** The subject, with Liquid. */
  subject?: string | null
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** The sender, a confirmed sending address. */
  email_address?: string | null
  /** The confirmed address for replies. */
  reply_to_address?: string | null
}

export interface BroadcastsRestoreBody {
  /** The id of the earlier text. */
  revision_id: number
}

export interface BroadcastsResumeBody {
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BroadcastsSendToNewBody {
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BroadcastsSettingsUpdateBody {
  /** True if opens and clicks are not tracked. */
  tracking_disabled?: boolean
  /** The confirmed address for replies. */
  reply_to_address?: string | null
  /** Tags and segments whose subscribers do not get it. */
  excluded?: {
    /** `tag` or `segment`. */
    type: 'segment' | 'tag'
    /** Ids of that kind. */
    ids: number[]
  }[] | null
}

export interface BroadcastsTestBody {
  /** The id of the subscriber. */
  subscriber_id?: number
  /** Begins at 1 and grows with each change. */
  version?: number
  email_addresses?: string[]
}

export interface BroadcastsUnconfirmedBody {
  /** `resend` (some may get it twice), `sent` (counts them as sent) or `leave`. */
  choice: 'resend' | 'sent' | 'leave'
  /** Only these subscribers. */
  subscriber_ids?: number[]
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BroadcastsUpdateBody {
  /** The subject, with Liquid. */
  subject?: string | null
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** A note of your own. */
  description?: string | null
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** True if the broadcast becomes a post when it is sent. */
  public?: boolean
  /** The date that the post shows. */
  published_at?: string | null
  /** When sending begins or began. */
  send_at?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** The sender, a confirmed sending address. */
  email_address?: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url?: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt?: string | null
  subscriber_filter?: SubscriberFilterInput
  /** Allows a template of the category “Starting point”. */
  allow_starting_point?: boolean
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BroadcastsVersionsUpdateBody {
  /** The subject, with Liquid. */
  subject?: string | null
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The `text_version` that was read: 409 if the text changed since. */
  replaces?: string
  /** Replaces a text that changed since. */
  over_others?: boolean
}

export interface BroadcastsWhyQuery {
  subscriber_id?: number
  email_address?: string
}

export interface BulkCustomFieldsCreateBody {
  /** The custom fields. */
  custom_fields: {
    /** The label of the field. */
    label: string
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkCustomFieldsSubscribersCreateBody {
  /** Values to store, each of one subscriber and field. */
  custom_field_values: {
    /** The id of the subscriber. */
    subscriber_id?: number | null
    /** The id of the custom field. */
    subscriber_custom_field_id?: number | null
    value?: string | null
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkFormsSubscribersCreateBody {
  /** Pairs of a form and a subscriber. */
  additions: {
    /** The id of the form or landing page. */
    form_id?: number | null
    /** The id of the subscriber. */
    subscriber_id?: number | null
    /** UTM parameters are read from its query. */
    referrer?: string | null
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkSubscribersCreateBody {
  subscribers: {
    /** The address of the subscriber, in lower case. */
    email_address: string
    /** The first name. */
    first_name?: string | null
    /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
    state?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | null
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkTagsCreateBody {
  tags: {
    /** The name of the tag. */
    name: string
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkTagsDeleteBody {
  tags: {
    id?: number | null
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkTagsSubscribersCreateBody {
  /** Pairs of a tag and a subscriber. */
  taggings: {
    /** The id of the tag. */
    tag_id?: number | null
    /** The id of the subscriber. */
    subscriber_id?: number | null
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkTagsSubscribersDeleteBody {
  /** Pairs of a tag and a subscriber. */
  taggings: {
    /** The id of the tag. */
    tag_id?: number | null
    /** The id of the subscriber. */
    subscriber_id?: number | null
  }[]
  /** A public http(s) URL. */
  callback_url?: string | null
}

export interface BulkActionsCreateBody {
  /** Subscribers: `chosen` with `subscriber_ids`, or `query` with the properties of an export (contract 21.5). */
  selection: {
    /** Kind of action. */
    kind: 'chosen'
    /** Only these subscribers. */
    subscriber_ids: number[]
  } | {
    /** Kind of action. */
    kind: 'query'
    /** Only subscribers in this state. */
    status: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
    /** Only subscribers whose address or name has this text. */
    search?: string
    /** The id of the tag. */
    tag_id?: number
    /** Only subscribers of this segment. */
    segment_id?: number
    /** Only subscribers who match this filter: contract 21.1 has its grammar. */
    filter?: {
      /** `all`, `any` or `none` of the conditions. */
      match?: 'all' | 'any' | 'none'
      /** The conditions, each with a `type`. */
      conditions: unknown[]
      /** `raw` counts every open and click, `unique_email` one for each email. */
      counting_mode?: 'raw' | 'unique_email'
    }
  }
  /** `add`, `restart` or `remove`. */
  action: {
    /** Kind of action. */
    kind: 'tag'
    /** The id of the tag. */
    tag_id: number
  } | {
    /** Kind of action. */
    kind: 'untag'
    /** The id of the tag. */
    tag_id: number
  } | {
    /** Kind of action. */
    kind: 'add_to_sequence'
    /** The id of the sequence. */
    sequence_id: number
  } | {
    /** Kind of action. */
    kind: 'remove_from_sequence'
    /** The id of the sequence. */
    sequence_id: number
  } | {
    /** Kind of action. */
    kind: 'set_field'
    /** The id of the custom field. */
    field_id: number
    value: string | null
  } | {
    /** Kind of action. */
    kind: 'unsubscribe'
  } | {
    /** Kind of action. */
    kind: 'delete'
  }
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface BulkActionsPreviewBody {
  /** Subscribers: `chosen` with `subscriber_ids`, or `query` with the properties of an export (contract 21.5). */
  selection: {
    /** Kind of action. */
    kind: 'chosen'
    /** Only these subscribers. */
    subscriber_ids: number[]
  } | {
    /** Kind of action. */
    kind: 'query'
    /** Only subscribers in this state. */
    status: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
    /** Only subscribers whose address or name has this text. */
    search?: string
    /** The id of the tag. */
    tag_id?: number
    /** Only subscribers of this segment. */
    segment_id?: number
    /** Only subscribers who match this filter: contract 21.1 has its grammar. */
    filter?: {
      /** `all`, `any` or `none` of the conditions. */
      match?: 'all' | 'any' | 'none'
      /** The conditions, each with a `type`. */
      conditions: unknown[]
      /** `raw` counts every open and click, `unique_email` one for each email. */
      counting_mode?: 'raw' | 'unique_email'
    }
  }
  /** `add`, `restart` or `remove`. */
  action: {
    /** Kind of action. */
    kind: 'tag'
    /** The id of the tag. */
    tag_id: number
  } | {
    /** Kind of action. */
    kind: 'untag'
    /** The id of the tag. */
    tag_id: number
  } | {
    /** Kind of action. */
    kind: 'add_to_sequence'
    /** The id of the sequence. */
    sequence_id: number
  } | {
    /** Kind of action. */
    kind: 'remove_from_sequence'
    /** The id of the sequence. */
    sequence_id: number
  } | {
    /** Kind of action. */
    kind: 'set_field'
    /** The id of the custom field. */
    field_id: number
    value: string | null
  } | {
    /** Kind of action. */
    kind: 'unsubscribe'
  } | {
    /** Kind of action. */
    kind: 'delete'
  }
}

export interface BulkActionsUndoBody {
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface CaughtMailListQuery extends PageQuery {
  search?: string
}

export interface CheckoutsDeleteBody {
  provider: 'stripe' | 'paddle' | 'lemon_squeezy' | 'gumroad'
}

export interface CheckoutsUpdateBody {
  provider: 'stripe' | 'paddle' | 'lemon_squeezy' | 'gumroad'
  /** The secret that signs webhooks of the shop. */
  secret?: string
  /** The key with which customers of Paddle are read. */
  api_key?: string
}

export interface CommentsCreateBody {
  /** The kind of the draft. */
  kind: 'broadcast' | 'sequence_email' | 'automation_email' | 'post'
  /** The id of the draft or record. */
  item_id: number
  text: string
  /** Ids of members who are told. */
  mentions?: number[]
  /** The id of the thread that it replies to. */
  thread_id?: number
  /** The passage that it is about. */
  quote?: {
    text: string
    /** The text before the passage. */
    before?: string
    /** The text after the passage. */
    after?: string
  }
}

export interface CommentsListQuery {
  kind: 'broadcast' | 'sequence_email' | 'automation_email' | 'post'
  item_id: number
  is_resolved?: boolean
}

export interface CommentsReadBody {
  /** The kind of the draft. */
  kind: 'broadcast' | 'sequence_email' | 'automation_email' | 'post'
  /** The id of the draft or record. */
  item_id: number
  /** The id of the last comment that is read. */
  up_to: number
}

export interface CommentsResolveBody {
  /** True for a resolved thread. */
  is_resolved: boolean
}

export interface CommentsUpdateBody {
  text: string
  /** Ids of members who are told. */
  mentions?: number[]
}

export interface CustomFieldsCreateBody {
  /** The label of the field. */
  label: string
}

export interface CustomFieldsUpdateBody {
  /** The label of the field. */
  label: string
}

export interface EmailTemplatesCreateBody {
  name: string
  /** Design and HTML that it begins with. */
  start?: 'Modern' | 'Classic' | 'Card' | 'Text Only' | 'HTML'
  /** Fonts, colors and shapes. */
  design?: {
    /** The built-in layout that it began as. */
    base: 'Modern' | 'Classic' | 'Card' | 'Text Only'
    /** The font of texts. */
    font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The font of headings. */
    heading_font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The width in pixels. */
    width: number
    /** The color around the content. */
    page_color: string
    /** The color behind the content. */
    sheet_color: string
    /** The color of texts. */
    text_color: string
    /** The color of links. */
    link_color: string
    /** The color of buttons. */
    button_color: string
    /** The shape of buttons. */
    button_style: 'rounded' | 'square' | 'pill' | 'outline'
    /** The image at the top. */
    logo: {
      url: string
      /** Description for subscribers who cannot see the image. */
      alt: string
      /** The width in pixels. */
      width: number
    } | null
    /** Text above the content, with merge tags. */
    header: string
    /** Text below the content, with merge tags. */
    footer: string
  }
  /** Your own HTML, as written. */
  source?: string
}

export interface EmailTemplatesPreviewDraftBody {
  /** Fonts, colors and shapes. */
  design?: {
    /** The built-in layout that it began as. */
    base: 'Modern' | 'Classic' | 'Card' | 'Text Only'
    /** The font of texts. */
    font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The font of headings. */
    heading_font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The width in pixels. */
    width: number
    /** The color around the content. */
    page_color: string
    /** The color behind the content. */
    sheet_color: string
    /** The color of texts. */
    text_color: string
    /** The color of links. */
    link_color: string
    /** The color of buttons. */
    button_color: string
    /** The shape of buttons. */
    button_style: 'rounded' | 'square' | 'pill' | 'outline'
    /** The image at the top. */
    logo: {
      url: string
      /** Description for subscribers who cannot see the image. */
      alt: string
      /** The width in pixels. */
      width: number
    } | null
    /** Text above the content, with merge tags. */
    header: string
    /** Text below the content, with merge tags. */
    footer: string
  }
  /** Your own HTML, as written. */
  source?: string
}

export interface EmailTemplatesUpdateBody {
  name?: string
  /** Fonts, colors and shapes. */
  design?: {
    /** The built-in layout that it began as. */
    base: 'Modern' | 'Classic' | 'Card' | 'Text Only'
    /** The font of texts. */
    font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The font of headings. */
    heading_font: 'system' | 'helvetica' | 'verdana' | 'trebuchet' | 'georgia' | 'palatino' | 'courier'
    /** The width in pixels. */
    width: number
    /** The color around the content. */
    page_color: string
    /** The color behind the content. */
    sheet_color: string
    /** The color of texts. */
    text_color: string
    /** The color of links. */
    link_color: string
    /** The color of buttons. */
    button_color: string
    /** The shape of buttons. */
    button_style: 'rounded' | 'square' | 'pill' | 'outline'
    /** The image at the top. */
    logo: {
      url: string
      /** Description for subscribers who cannot see the image. */
      alt: string
      /** The width in pixels. */
      width: number
    } | null
    /** Text above the content, with merge tags. */
    header: string
    /** Text below the content, with merge tags. */
    footer: string
  }
  /** Your own HTML, as written. */
  source?: string
}

export interface ExportsSubscribersBody {
  /** The text that was searched for. */
  search?: string
  /** Only subscribers in this state. */
  status?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
  /** The id of the tag. */
  tag_id?: number
  /** Only subscribers of this segment. */
  segment_id?: number
  /** Only subscribers who match this filter: contract 21.1 has its grammar. */
  filter?: {
    /** `all`, `any` or `none` of the conditions. */
    match?: 'all' | 'any' | 'none'
    /** The conditions, each with a `type`. */
    conditions: unknown[]
    /** `raw` counts every open and click, `unique_email` one for each email. */
    counting_mode?: 'raw' | 'unique_email'
  }
  /** Only these subscribers. */
  subscriber_ids?: number[]
}

export interface FormsCreateBody {
  name: string
  /** Presentation of the form: `inline`, `modal`, `slide in` or `sticky bar`. */
  format?: 'inline' | 'modal' | 'slide in' | 'sticky bar' | null
  /** True if new subscribers get the confirmation email of the form first. */
  double_opt_in?: boolean
  /** Its texts, fields and actions. */
  settings?: {
    heading?: string
    /** The text below the heading. */
    description?: string
    /** The text of the button. */
    button_label?: string
    /** The color of links and buttons. */
    accent_color?: string
    /** True if `accent_color` replaces the one of the account’s style. */
    has_own_color?: boolean
    /** An image of the library. */
    picture?: {
      /** The id of the image. */
      picture_id: number
      /** Description for visitors who cannot see it. */
      alt?: string
      /** Its place beside the text. */
      place?: 'above' | 'beside'
    } | null
    /** Fields besides the address, in their order. */
    fields?: {
      /** The id of the custom field. */
      custom_field_id: number
      label?: string
      /** True if visitors cannot leave it empty. */
      is_required?: boolean
      /** Presentation of a choice. */
      look?: 'select' | 'radio'
    }[]
    /** Text that visitors consent to, kept word for word with each sign-up. */
    consent_text?: string
    /** Checkboxes. */
    consents?: {
      /** The text, kept word for word with each sign-up that ticks it. */
      text: string
      /** True if visitors must tick it. */
      is_required?: boolean
      /** The tag of those who tick it. */
      tag_id?: number
    }[]
    /** The text after a sign-up. */
    success_message?: string
    /** Address that visitors are sent to in place of a text. */
    redirect_url?: string
    /** Event that opens a form over a page: a `time`, a `scroll`, the `exit`, or a `click` on its links alone. */
    opens_on?: 'time' | 'scroll' | 'exit' | 'click'
    /** Seconds after which `time` opens it. */
    open_after_seconds?: number
    /** Percent of the page after which `scroll` opens it. */
    open_after_percent?: number
    /** Rule for visitors who closed it. */
    shows_again?: 'always' | 'days' | 'never'
    /** Days until they do with `days`. */
    shows_again_days?: number
    /** Paths of a site where it is shown, such as `/blog/*`. */
    shown_on?: string[]
    /** Paths where it is not. */
    hidden_on?: string[]
    /** The email that asks to confirm. */
    confirmation?: {
      subject?: string
      heading?: string
      /** The text above the button. */
      message?: string
      /** The text of the button. */
      button_label?: string
      /** Address that visitors are sent to in place of a text. */
      redirect_url?: string
    }
    /** The email with the file. */
    file_email?: {
      subject?: string
      heading?: string
      /** The text above the button. */
      message?: string
      /** The text of the button. */
      button_label?: string
    }
    /** The ids of the tags of everyone who signs up. */
    tag_ids?: number[]
    /** The ids of the sequences that everyone who signs up is added to. */
    sequence_ids?: number[]
    /** Texts that differ for half of the visitors. */
    version_b?: {
      heading?: string
      /** The text below the heading. */
      description?: string
      /** The text of the button. */
      button_label?: string
      /** The color of links and buttons. */
      accent_color?: string
      /** True if `accent_color` replaces the one of the account’s style. */
      has_own_color?: boolean
      /** An image of the library. */
      picture?: {
        /** The id of the image. */
        picture_id: number
        /** Description for visitors who cannot see it. */
        alt?: string
        /** Its place beside the text. */
        place?: 'above' | 'beside'
      } | null
      /** Event that opens a form over a page: a `time`, a `scroll`, the `exit`, or a `click` on its links alone. */
      opens_on?: 'time' | 'scroll' | 'exit' | 'click'
      /** Seconds after which `time` opens it. */
      open_after_seconds?: number
      /** Percent of the page after which `scroll` opens it. */
      open_after_percent?: number
      /** Labels by `first_name` or the id of a custom field. */
      labels?: Record<string, string>
    } | null
  }
  /** `embed` is a form, `hosted` a landing page. */
  type?: 'embed' | 'hosted'
}

export interface FormsEndTestBody {
  /** The version that everyone sees from now on. */
  keep: 'a' | 'b'
}

export interface FormsFileUpdateBody {
  /** An address to copy the file from, with at most 25 MB. */
  url?: string
  /** The name under which subscribers save it. */
  name?: string
}

export interface FormsListQuery extends PageQuery {
  /** A landing page that was never published is listed with `all` only. */
  status?: 'active' | 'archived' | 'trashed' | 'all'
  type?: 'embed' | 'hosted'
  include?: 'subscriber_count'
}

export interface FormsResultsQuery {
  /** The days until today, in the time zone of the account. */
  days?: number
}

export interface FormsStatusBody {
  /** Archived forms are closed to visitors. */
  status: 'active' | 'archived' | 'trashed'
}

export interface FormsSubscribersAddBody {
  /** UTM parameters are read from its query. */
  referrer?: string | null
}

export interface FormsSubscribersAddByAddressBody {
  /** The address of the subscriber, in lower case. */
  email_address?: string
  /** UTM parameters are read from its query. */
  referrer?: string | null
}

export interface FormsSubscribersListQuery extends PageQuery {
  status?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_before?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  added_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  added_before?: string
  /** Leaves out `fields`. */
  slim?: boolean
}

export interface FormsUpdateBody {
  name?: string
  /** Presentation of the form: `inline`, `modal`, `slide in` or `sticky bar`. */
  format?: 'inline' | 'modal' | 'slide in' | 'sticky bar' | null
  /** True if new subscribers get the confirmation email of the form first. */
  double_opt_in?: boolean
  /** Its texts, fields and actions. */
  settings?: {
    heading?: string
    /** The text below the heading. */
    description?: string
    /** The text of the button. */
    button_label?: string
    /** The color of links and buttons. */
    accent_color?: string
    /** True if `accent_color` replaces the one of the account’s style. */
    has_own_color?: boolean
    /** An image of the library. */
    picture?: {
      /** The id of the image. */
      picture_id: number
      /** Description for visitors who cannot see it. */
      alt?: string
      /** Its place beside the text. */
      place?: 'above' | 'beside'
    } | null
    /** Fields besides the address, in their order. */
    fields?: {
      /** The id of the custom field. */
      custom_field_id: number
      label?: string
      /** True if visitors cannot leave it empty. */
      is_required?: boolean
      /** Presentation of a choice. */
      look?: 'select' | 'radio'
    }[]
    /** Text that visitors consent to, kept word for word with each sign-up. */
    consent_text?: string
    /** Checkboxes. */
    consents?: {
      /** The text, kept word for word with each sign-up that ticks it. */
      text: string
      /** True if visitors must tick it. */
      is_required?: boolean
      /** The tag of those who tick it. */
      tag_id?: number
    }[]
    /** The text after a sign-up. */
    success_message?: string
    /** Address that visitors are sent to in place of a text. */
    redirect_url?: string
    /** Event that opens a form over a page: a `time`, a `scroll`, the `exit`, or a `click` on its links alone. */
    opens_on?: 'time' | 'scroll' | 'exit' | 'click'
    /** Seconds after which `time` opens it. */
    open_after_seconds?: number
    /** Percent of the page after which `scroll` opens it. */
    open_after_percent?: number
    /** Rule for visitors who closed it. */
    shows_again?: 'always' | 'days' | 'never'
    /** Days until they do with `days`. */
    shows_again_days?: number
    /** Paths of a site where it is shown, such as `/blog/*`. */
    shown_on?: string[]
    /** Paths where it is not. */
    hidden_on?: string[]
    /** The email that asks to confirm. */
    confirmation?: {
      subject?: string
      heading?: string
      /** The text above the button. */
      message?: string
      /** The text of the button. */
      button_label?: string
      /** Address that visitors are sent to in place of a text. */
      redirect_url?: string
    }
    /** The email with the file. */
    file_email?: {
      subject?: string
      heading?: string
      /** The text above the button. */
      message?: string
      /** The text of the button. */
      button_label?: string
    }
    /** The ids of the tags of everyone who signs up. */
    tag_ids?: number[]
    /** The ids of the sequences that everyone who signs up is added to. */
    sequence_ids?: number[]
    /** Texts that differ for half of the visitors. */
    version_b?: {
      heading?: string
      /** The text below the heading. */
      description?: string
      /** The text of the button. */
      button_label?: string
      /** The color of links and buttons. */
      accent_color?: string
      /** True if `accent_color` replaces the one of the account’s style. */
      has_own_color?: boolean
      /** An image of the library. */
      picture?: {
        /** The id of the image. */
        picture_id: number
        /** Description for visitors who cannot see it. */
        alt?: string
        /** Its place beside the text. */
        place?: 'above' | 'beside'
      } | null
      /** Event that opens a form over a page: a `time`, a `scroll`, the `exit`, or a `click` on its links alone. */
      opens_on?: 'time' | 'scroll' | 'exit' | 'click'
      /** Seconds after which `time` opens it. */
      open_after_seconds?: number
      /** Percent of the page after which `scroll` opens it. */
      open_after_percent?: number
      /** Labels by `first_name` or the id of a custom field. */
      labels?: Record<string, string>
    } | null
  }
}

export interface ImagesCreateBody {
  /** The address for emails and posts. */
  url?: string
  /** Description for subscribers who cannot see it. */
  alt?: string
}

export interface ImagesCropBody {
  /** Pixels to the left of the part. */
  left: number
  /** Pixels above the part. */
  top: number
  /** The width of the largest file in pixels. */
  width: number
  /** The height of the largest file in pixels. */
  height: number
}

export interface ImagesDeleteQuery {
  /** Also deletes an image that is used. */
  even_if_used?: boolean
}

export interface ImagesListQuery extends PageQuery {
  search?: string
}

export interface ImagesUpdateBody {
  name?: string
  /** Description for subscribers who cannot see it. */
  alt?: string
}

export interface ImportsCheckBody {
  /** Contents of each column, in the order of the file. */
  columns: {
    /** Contents of the column. */
    target: 'ignore'
  } | {
    /** Contents of the column. */
    target: 'email_address'
  } | {
    /** Contents of the column. */
    target: 'first_name'
  } | {
    /** Contents of the column. */
    target: 'tags'
    /** Separator of columns, or of the tags in a cell. */
    separator?: ',' | ';' | '|'
  } | {
    /** Contents of the column. */
    target: 'state'
    /** The state that yes stands for. */
    yes?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** The state that no stands for. */
    no?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** States by word of the column, `""` for empty cells. */
    words?: Record<string, 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'>
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
    /** `unknown` if an empty cell does not mean active. */
    empty?: 'unknown'
  } | {
    /** Contents of the column. */
    target: 'created_at'
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  } | {
    /** Contents of the column. */
    target: 'field'
    /** The id of the custom field. */
    custom_field_id: number
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  } | {
    /** Contents of the column. */
    target: 'new_field'
    /** The label of the field. */
    label: string
    /** The type of the new field. */
    type?: 'text' | 'number' | 'date' | 'choice' | 'choices' | 'yes_no'
    /** The choices of a new field of that type. */
    choices?: string[]
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  }[]
}

export interface ImportsColumnsBody {
  /** Contents of each column, in the order of the file. */
  columns: {
    /** Contents of the column. */
    target: 'ignore'
  } | {
    /** Contents of the column. */
    target: 'email_address'
  } | {
    /** Contents of the column. */
    target: 'first_name'
  } | {
    /** Contents of the column. */
    target: 'tags'
    /** Separator of columns, or of the tags in a cell. */
    separator?: ',' | ';' | '|'
  } | {
    /** Contents of the column. */
    target: 'state'
    /** The state that yes stands for. */
    yes?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** The state that no stands for. */
    no?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'
    /** States by word of the column, `""` for empty cells. */
    words?: Record<string, 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled'>
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
    /** `unknown` if an empty cell does not mean active. */
    empty?: 'unknown'
  } | {
    /** Contents of the column. */
    target: 'created_at'
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  } | {
    /** Contents of the column. */
    target: 'field'
    /** The id of the custom field. */
    custom_field_id: number
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  } | {
    /** Contents of the column. */
    target: 'new_field'
    /** The label of the field. */
    label: string
    /** The type of the new field. */
    type?: 'text' | 'number' | 'date' | 'choice' | 'choices' | 'yes_no'
    /** The choices of a new field of that type. */
    choices?: string[]
    /** First part of dates like 3/4/2026. */
    date_order?: 'day_first' | 'month_first'
  }[]
}

export interface ImportsCreateBody {
  /** The name of the file. */
  filename?: string
  /** The size of the file. */
  byte_size?: number
  url?: string
}

export interface ImportsFormatBody {
  /** Encoding of characters. */
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'macintosh' | 'ibm850' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'koi8-r' | 'koi8-u' | 'ibm866' | 'iso-8859-5' | 'windows-1253' | 'iso-8859-7' | 'windows-1254' | 'iso-8859-9' | 'windows-1255' | 'windows-1256' | 'windows-1257' | 'windows-1258' | 'windows-874' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' | 'euc-kr'
  /** Separator of columns, or of the tags in a cell. */
  separator?: ',' | ';' | '	' | '|'
  /** True if the first row has the names of the columns. */
  has_header?: boolean
}

export interface ImportsPiecesBody {
  /** Bytes of the file before the piece. */
  offset: number
}

export interface ImportsPreviewCreateBody {
  /** Way in which these subscribers agreed to get your emails. */
  consent_source?: 'website_form' | 'other_service' | 'customers' | 'in_person' | 'other'
  /** The same in your words. */
  consent_note?: string
  tags?: string[]
  /** Treatment of subscribers you already have: updated, or left as they are. */
  existing?: 'update' | 'leave'
  /** The state of subscribers whom it would create. */
  state?: 'active' | 'inactive' | 'cancelled'
  /** The id of the form or landing page. */
  form_id?: number | null
  /** The id of the sequence. */
  sequence_id?: number | null
  /** True if new subscribers get the confirmation email of the form first. */
  double_opt_in?: boolean
  /** Confirms that all of these subscribers agreed, although a name or a column suggests otherwise. */
  has_no_unsubscribes?: boolean
}

export interface ImportsPreviewRowsListQuery extends PageQuery {
  result?: 'updated' | 'invalid' | 'noted'
}

export interface ImportsRowsListQuery extends PageQuery {
  /** Only rows that were not applied. */
  only_problems?: boolean
}

export interface ImportsStartBody {
  /** Way in which these subscribers agreed to get your emails. */
  consent_source: 'website_form' | 'other_service' | 'customers' | 'in_person' | 'other'
  /** The same in your words. */
  consent_note?: string
  tags?: string[]
  /** Treatment of subscribers you already have: updated, or left as they are. */
  existing?: 'update' | 'leave'
  /** The state of subscribers whom it creates. */
  state?: 'active' | 'inactive' | 'cancelled'
  /** The id of the form or landing page. */
  form_id?: number | null
  /** The id of the sequence. */
  sequence_id?: number | null
  /** True if new subscribers get the confirmation email of the form first. */
  double_opt_in?: boolean
  /** Confirms that all of these subscribers agreed, although a name or a column suggests otherwise. */
  has_no_unsubscribes?: boolean
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface ImportsUndoBody {
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface InvitationsCreateBody {
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** `owner`, `admin`, `editor` or `viewer`. */
  role: 'owner' | 'admin' | 'editor' | 'viewer'
}

export interface LandingPagesCreateBody {
  name: string
  /** The template that it follows. */
  template: 'newsletter' | 'ebook' | 'course' | 'profile' | 'podcast' | 'webinar' | 'book' | 'coaching' | 'shop' | 'local'
}

export interface LandingPagesPublishBody {
  /** The version: `a`, or `b` of a test. */
  variant?: 'a' | 'b'
  /** The one that was read: 409 if the draft has another one. */
  version?: number
}

export interface LandingPagesRevisionsGetQuery {
  variant?: 'a' | 'b'
}

export interface LandingPagesRevisionsRestoreBody {
  /** The version: `a`, or `b` of a test. */
  variant?: 'a' | 'b'
}

export interface LandingPagesUpdateBody {
  /** The version: `a`, or `b` of a test. */
  variant?: 'a' | 'b'
  /** Its title and sections: contract 22.9 has the grammar. */
  page: Record<string, unknown>
  /** The one that was read: 409 if the draft has another one. */
  version?: number
}

export interface LegacyLandingPagesListQuery extends PageQuery {
  type?: 'embed' | 'hosted'
}

export interface MembersUpdateBody {
  /** `owner`, `admin`, `editor` or `viewer`. */
  role: 'owner' | 'admin' | 'editor' | 'viewer'
}

export type NotesRestoreBody = DeletedNote

export interface NotesUpdateBody {
  text: string
}

export interface NotificationSettingsUpdateBody {
  /** The topics to change, by name. */
  channels?: {
    jobs?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    job_problems?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    broadcasts?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    broadcast_problems?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    automations?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    mentions?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    comments?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    sending?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    webhooks?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    plan?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
    approvals?: {
      /** True to be told in the dashboard. */
      in_product: boolean
      /** True to be told by email. */
      by_email: boolean
    }
  }
  /** Frequency of emailed summaries: `off`, `daily` or `weekly`. */
  digest?: 'off' | 'daily' | 'weekly'
}

export interface NotificationsListQuery extends PageQuery {
  is_unread?: boolean
  topic?: 'jobs' | 'job_problems' | 'broadcasts' | 'broadcast_problems' | 'automations' | 'mentions' | 'comments' | 'sending' | 'webhooks' | 'plan' | 'approvals'
}

export interface NotificationsReadBody {
  /** The ids of notifications. */
  ids: number[]
}

export interface NotificationsReadAllBody {
  /** The id of the last comment that is read. */
  up_to: number
}

export interface PostsCreateBody {
  title?: string
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The text below the title. */
  description?: string | null
  /** The description for search engines. */
  meta_description?: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url?: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt?: string | null
  topics?: string[]
  /** True if only buyers can read the whole post. */
  is_paid?: boolean
}

export interface PostsListQuery extends PageQuery {
  /** Adds `content`. */
  include_content?: boolean
}

export interface PostsPreviewBody {
  title?: string
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The text below the title. */
  description?: string | null
  /** The description for search engines. */
  meta_description?: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url?: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt?: string | null
  topics?: string[]
  /** True if only buyers can read the whole post. */
  is_paid?: boolean
  /** True shows all of a paid post. */
  as_buyer?: boolean
}

export interface PostsPublishBody {
  /** The date that the post shows. */
  published_at?: string
}

export interface PostsRestoreBody {
  /** The id of the earlier text. */
  revision_id: number
}

export interface PostsSharesBody {
  /** The content as HTML, with Liquid. */
  content?: string | null
}

export interface PostsSlugBody {
  /** The last part of the post’s address. */
  slug: string
}

export interface PostsUpdateBody {
  title?: string
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The text below the title. */
  description?: string | null
  /** The description for search engines. */
  meta_description?: string | null
  /** The address of the image that stands for it in lists. */
  thumbnail_url?: string | null
  /** A description of that image for those who cannot see it. */
  thumbnail_alt?: string | null
  topics?: string[]
  /** True if only buyers can read the whole post. */
  is_paid?: boolean
}

export interface ProductsSoldAsBody {
  /** The id of the product of the account for which its purchases count. */
  sold_as: number | null
}

export type PurchasesCreateBody = {
  purchase: {
    /** The address of the buyer, who is created as an active subscriber if needed. */
    email_address: string
    /** Your id of the purchase. */
    transaction_id: string
    /** The lines of the purchase. */
    products: {
      /** The name of the product. */
      name: string
      /** Your id of the product. */
      pid: string
      /** Your id of the line. */
      lid: string
      /** Number of units. */
      quantity?: number
      /** Major units. */
      unit_price?: number
      /** The stock keeping unit. */
      sku?: string | null
    }[]
    /** Used when the buyer is not a subscriber yet. */
    first_name?: string | null
    /** `paid` for a new purchase when absent. */
    status?: string | null
    /** `USD` for a new purchase when absent. */
    currency?: string | null
    /** UTC without an offset; now when absent. */
    transaction_time?: string | null
    /** Major units; 0 for a new purchase when absent. */
    subtotal?: number | null
    /** Major units; 0 for a new purchase when absent. */
    discount?: number | null
    /** Major units; 0 for a new purchase when absent. */
    tax?: number | null
    /** Major units; 0 for a new purchase when absent. */
    shipping?: number | null
    /** Major units; 0 for a new purchase when absent. */
    total?: number | null
  }
} | {
  /** The address of the buyer, who is created as an active subscriber if needed. */
  email_address: string
  /** Your id of the purchase. */
  transaction_id: string
  /** The lines of the purchase. */
  products: {
    /** The name of the product. */
    name: string
    /** Your id of the product. */
    pid: string
    /** Your id of the line. */
    lid: string
    /** Number of units. */
    quantity?: number
    /** Major units. */
    unit_price?: number
    /** The stock keeping unit. */
    sku?: string | null
  }[]
  /** Used when the buyer is not a subscriber yet. */
  first_name?: string | null
  /** `paid` for a new purchase when absent. */
  status?: string | null
  /** `USD` for a new purchase when absent. */
  currency?: string | null
  /** UTC without an offset; now when absent. */
  transaction_time?: string | null
  /** Major units; 0 for a new purchase when absent. */
  subtotal?: number | null
  /** Major units; 0 for a new purchase when absent. */
  discount?: number | null
  /** Major units; 0 for a new purchase when absent. */
  tax?: number | null
  /** Major units; 0 for a new purchase when absent. */
  shipping?: number | null
  /** Major units; 0 for a new purchase when absent. */
  total?: number | null
}

export interface RecommendationsBlockBody {
  /** True if they may not recommend the account. */
  is_blocked: boolean
}

export interface RecommendationsCreateBody {
  /** The id of the creator. */
  creator_id: number
  /** Words that visitors read about the creator. */
  note?: string | null
}

export interface RecommendationsCreatorsQuery {
  search?: string
}

export interface RecommendationsMoveBody {
  /** The user who added it. */
  by: -1 | 1
}

export interface RecommendationsProfileBody {
  /** True if others can recommend the account. */
  is_open: boolean
  /** Words that their visitors read. */
  pitch: string | null
}

export interface RecommendationsUpdateBody {
  /** Words that visitors read about the creator. */
  note: string | null
}

export interface RevisionsListQuery {
  kind: 'broadcast' | 'sequence_email' | 'automation_email' | 'post' | 'landing_page' | 'landing_page_b' | 'snippet'
  item_id: number
}

export interface SegmentsCreateBody {
  name: string
  /** The filter: contract 21.1 has its grammar. */
  definition: {
    /** `all`, `any` or `none` of the conditions. */
    match?: 'all' | 'any' | 'none'
    /** The conditions, each with a `type`. */
    conditions: unknown[]
    /** `raw` counts every open and click, `unique_email` one for each email. */
    counting_mode?: 'raw' | 'unique_email'
  }
}

export interface SegmentsPreviewBody {
  /** The filter: contract 21.1 has its grammar. */
  definition: {
    /** `all`, `any` or `none` of the conditions. */
    match?: 'all' | 'any' | 'none'
    /** The conditions, each with a `type`. */
    conditions: unknown[]
    /** `raw` counts every open and click, `unique_email` one for each email. */
    counting_mode?: 'raw' | 'unique_email'
  }
}

export interface SegmentsUpdateBody {
  name?: string
  /** The filter: contract 21.1 has its grammar. */
  definition?: {
    /** `all`, `any` or `none` of the conditions. */
    match?: 'all' | 'any' | 'none'
    /** The conditions, each with a `type`. */
    conditions: unknown[]
    /** `raw` counts every open and click, `unique_email` one for each email. */
    counting_mode?: 'raw' | 'unique_email'
  }
}

export interface SendingAddressesCreateBody {
  /** The address of the sender. */
  email_address: string
  /** The name of the sender in emails. */
  from_name: string
}

export interface SendingAddressesReplyToBody {
  id: number
}

export interface SendingAddressesUpdateBody {
  /** The name of the sender in emails. */
  from_name: string
}

export interface SendingDomainsCreateBody {
  /** The domain, with its characters decoded. */
  domain: string
}

export interface SendingHealthResumeBody {
  /** The domain, with its characters decoded. */
  domain: string
  /** Changes that you made. */
  note: string
}

export interface SequencesChangesCreateBody {
  /** `add`, `restart` or `remove`. */
  action: 'add' | 'restart' | 'remove'
  /** A `tag` or `segment` with its `id`, a `selection` of `subscriber_ids`, or `everyone` in the sequence. */
  source: {
    /** Kind of record that the subscribers come from. */
    kind: 'segment'
    id: number
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'tag'
    id: number
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'selection'
    /** Only these subscribers. */
    subscriber_ids: number[]
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'everyone'
  }
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface SequencesChangesPreviewBody {
  /** `add`, `restart` or `remove`. */
  action: 'add' | 'restart' | 'remove'
  /** A `tag` or `segment` with its `id`, a `selection` of `subscriber_ids`, or `everyone` in the sequence. */
  source: {
    /** Kind of record that the subscribers come from. */
    kind: 'segment'
    id: number
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'tag'
    id: number
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'selection'
    /** Only these subscribers. */
    subscriber_ids: number[]
  } | {
    /** Kind of record that the subscribers come from. */
    kind: 'everyone'
  }
}

export interface SequencesCreateBody {
  name: string
  /** True if subscribers stay in the sequence after its last email, to get those that are added later. */
  hold?: boolean
  /** True if subscribers can go through the sequence more than once. */
  repeat?: boolean
  /** True if the sequence sends. */
  active?: boolean
  /** The sender, a confirmed sending address. */
  email_address?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** Days on which emails are sent: `monday` to `sunday`. */
  send_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /** The hour at which emails are sent, from 0 to 23, in `time_zone`. */
  send_hour?: number
  /** IANA name; by default the account’s. */
  time_zone?: string
  /** Subscribers in one of these get no email of the sequence. */
  exclude_subscriber_sources?: {
    /** `tag`, `sequence`, `form` or `segment`. */
    type?: 'tag' | 'sequence' | 'form' | 'segment'
    /** Ids of that kind. */
    ids?: number[]
  }[] | null
}

export interface SequencesEmailsCreateBody {
  /** The subject, with Liquid. */
  subject: string
  /** Delay after the email before. 0 sends immediately and is for the first email alone. */
  delay_value: number
  /** `days` follows the days and the hour of the sequence, `hours` does not. */
  delay_unit: 'days' | 'hours'
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** HTML with Liquid; `{{ snippet.<key> }}` is resolved when it is sent. */
  content?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** True if subscribers get the email. */
  published?: boolean
  /** Days mode only; null follows the sequence. */
  send_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** The place in the sequence, from 0. */
  position?: number | null
}

export interface SequencesEmailsDraftPublishBody {
  /** Identifies the text. */
  text_version: string
  /** Replaces a text that changed since. */
  over_others?: boolean
}

export interface SequencesEmailsDraftUpdateBody {
  /** The subject, with Liquid. */
  subject?: string
  /** Delay after the email before. 0 sends immediately and is for the first email alone. */
  delay_value?: number
  /** `days` follows the days and the hour of the sequence, `hours` does not. */
  delay_unit?: 'days' | 'hours'
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** HTML with Liquid; `{{ snippet.<key> }}` is resolved when it is sent. */
  content?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** True if subscribers get the email. */
  published?: boolean
  /** Days mode only; null follows the sequence. */
  send_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** The place in the sequence, from 0. */
  position?: number | null
  /** The `text_version` that was read: 409 if the text changed since. */
  replaces?: string
  /** Replaces a text that changed since. */
  over_others?: boolean
}

export interface SequencesEmailsGetQuery {
  include?: 'stats'
}

export interface SequencesEmailsListQuery extends PageQuery {
  include?: 'stats'
  /** Adds `content`. */
  include_content?: boolean
}

export interface SequencesEmailsRestoreBody {
  /** The id of the earlier text. */
  revision_id: number
}

export interface SequencesEmailsTestBody {
  /** The id of the subscriber. */
  subscriber_id?: number
  email_addresses?: string[]
}

export interface SequencesEmailsUpdateBody {
  /** The subject, with Liquid. */
  subject?: string
  /** Delay after the email before. 0 sends immediately and is for the first email alone. */
  delay_value?: number
  /** `days` follows the days and the hour of the sequence, `hours` does not. */
  delay_unit?: 'days' | 'hours'
  /** The text that inboxes show after the subject, with Liquid. */
  preview_text?: string | null
  /** HTML with Liquid; `{{ snippet.<key> }}` is resolved when it is sent. */
  content?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** True if subscribers get the email. */
  published?: boolean
  /** Days mode only; null follows the sequence. */
  send_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** The place in the sequence, from 0. */
  position?: number | null
}

export interface SequencesEnrollmentsListQuery extends PageQuery {
  progress?: 'active' | 'completed' | 'stopped'
}

export interface SequencesGetQuery {
  include?: 'stats'
}

export interface SequencesListQuery extends PageQuery {
  include?: 'stats'
}

export interface SequencesSubscribersAddByAddressBody {
  /** The sender, a confirmed sending address. */
  email_address?: string
}

export interface SequencesSubscribersListQuery extends PageQuery {
  status?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_before?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  added_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  added_before?: string
  /** Leaves out `fields`. */
  slim?: boolean
}

export interface SequencesUnconfirmedBody {
  /** `resend` (some may get it twice), `sent` (counts them as sent) or `leave`. */
  choice: 'resend' | 'sent' | 'leave'
  /** True answers what would happen, with the number of recipients, and does nothing. */
  dry_run?: boolean
  /** Refused with 422 if the number of recipients differs by more than 2 %. */
  expected_recipients?: number | null
}

export interface SequencesUpdateBody {
  name?: string
  /** True if subscribers stay in the sequence after its last email, to get those that are added later. */
  hold?: boolean
  /** True if subscribers can go through the sequence more than once. */
  repeat?: boolean
  /** True if the sequence sends. */
  active?: boolean
  /** The sender, a confirmed sending address. */
  email_address?: string | null
  /** The id of the template. */
  email_template_id?: number | null
  /** Days on which emails are sent: `monday` to `sunday`. */
  send_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /** The hour at which emails are sent, from 0 to 23, in `time_zone`. */
  send_hour?: number
  /** IANA name; by default the account’s. */
  time_zone?: string
  /** Subscribers in one of these get no email of the sequence. */
  exclude_subscriber_sources?: {
    /** `tag`, `sequence`, `form` or `segment`. */
    type?: 'tag' | 'sequence' | 'form' | 'segment'
    /** Ids of that kind. */
    ids?: number[]
  }[] | null
}

export interface SiteDomainUpdateBody {
  domain: string
}

export interface SiteUpdateBody {
  /** The name in its address. */
  name?: string
  /** True if pages have a form. */
  has_form?: boolean
  /** The chosen form. */
  form_id?: number | null
  /** Layout of the first page. */
  layout?: 'magazine' | 'newsletter' | 'archive'
  /** True if pages show the postal address. */
  has_address?: boolean
}

export interface SnippetsCreateBody {
  name: string
  /** `inline` for a text within a line, `block` for one of its own. */
  snippet_type: 'inline' | 'block'
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The content of a block. */
  document_attributes?: {
    /** The content of the block as HTML. */
    value_html?: string | null
  } | null
}

export interface SnippetsListQuery extends PageQuery {
  snippet_type?: 'inline' | 'block'
  /** True lists only archived snippets. */
  archived?: boolean
  /** Adds `content` and `document`. */
  include_content?: boolean
}

export interface SnippetsPreviewBody {
  /** Your own HTML, as written. */
  source: string
}

export interface SnippetsRestoreBody {
  /** The id of the earlier text. */
  revision_id: number
}

export interface SnippetsUpdateBody {
  name?: string
  /** True if it is archived. */
  archived?: boolean | null
  /** `inline` for a text within a line, `block` for one of its own. */
  snippet_type?: 'inline' | 'block' | null
  /** The content as HTML, with Liquid. */
  content?: string | null
  /** The content of a block. */
  document_attributes?: {
    /** The content of the block as HTML. */
    value_html?: string | null
  } | null
}

export interface SubscribersCreateBody {
  /** The address of the subscriber, in lower case. */
  email_address: string
  /** The first name. */
  first_name?: string | null
  /** `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. */
  state?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | null
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
}

export interface SubscribersEraseBody {
  /** The address of the subscriber, in lower case. */
  email_address: string
}

export interface SubscribersFilterBody {
  /** Conditions that all hold. */
  all: unknown[]
  /** `raw` counts every open and click, `unique_email` one for each email. */
  counting_mode?: 'raw' | 'unique_email'
  /** Properties to add to each row. */
  include?: unknown[]
  /** The property that rows are sorted by. */
  sort_field?: 'id' | 'first_name' | 'email_address' | 'created_at' | 'engagement__sent' | 'engagement__opens' | 'engagement__clicks' | 'engagement__open_rate' | 'engagement__click_rate' | 'location__distance' | null
  /** `asc` or `desc`. */
  sort_order?: 'asc' | 'desc' | null
  /** Cursor: the page that follows `end_cursor`. */
  after?: string | null
  /** Cursor: the page that precedes `start_cursor`. */
  before?: string | null
  /** Items on a page. */
  per_page?: number | null
  /** Accepted as in other lists; this one always counts. */
  include_total_count?: boolean | null
}

export interface SubscribersListQuery extends PageQuery {
  /** One address, or several separated by commas. */
  email_address?: string
  status?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_before?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  updated_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  updated_before?: string
  /** Leaves out `fields`. */
  slim?: boolean
  /** Any of attribution, tags, location, canceled_at, separated by commas. */
  include?: string
  sort_field?: 'id' | 'created_at' | 'updated_at' | 'cancelled_at' | 'engagement__sent' | 'engagement__opens' | 'engagement__clicks' | 'engagement__open_rate' | 'engagement__click_rate'
  sort_order?: 'asc' | 'desc'
}

export interface SubscribersLocationCreateBody {
  location: PinnedLocation
}

export interface SubscribersLocationUpdateBody {
  location: PinnedLocation
}

export interface SubscribersNotesCreateBody {
  text: string
}

export interface SubscribersRestoreBody {
  /** Why the subscriber left. */
  reason: string
}

export interface SubscribersStatsQuery {
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  email_sent_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  email_sent_before?: string
}

export interface SubscribersUpdateBody {
  /** The address of the subscriber, in lower case. */
  email_address?: string
  /** The first name. */
  first_name?: string | null
  /** Values of custom fields, by the key of the field. */
  fields?: Record<string, string | null>
}

export interface SuppressionsCreateBody {
  email_addresses: string[]
  /** Why: `erased`, `hard_bounce`, `complaint`, `manual` or `import`. */
  reason?: 'manual' | 'import'
  /** A note of your own. */
  note?: string | null
}

export interface SuppressionsDeleteBody {
  /** A note of your own. */
  note: string
}

export interface SuppressionsListQuery extends PageQuery {
  search?: string
  reason?: 'erased' | 'hard_bounce' | 'complaint' | 'manual' | 'import'
}

export interface TagMergesCreateBody {
  /** The tag that is deleted. */
  from_id: number
  /** The tag that stays. */
  into_id: number
}

export interface TagMergesPreviewBody {
  /** The tag that is deleted. */
  from_id: number
  /** The tag that stays. */
  into_id: number
}

export interface TagsColorBody {
  /** The color in the dashboard. */
  color: 'petrol' | 'green' | 'yellow' | 'orange' | 'red' | 'blue' | null
}

export interface TagsCreateBody {
  /** The name of the tag. */
  name: string
}

export interface TagsListQuery extends PageQuery {
  include?: 'subscriber_count'
}

export interface TagsSubscribersAddByAddressBody {
  /** The address of the subscriber, in lower case. */
  email_address?: string
}

export interface TagsSubscribersListQuery extends PageQuery {
  status?: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | 'all'
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  created_before?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  tagged_after?: string
  /** YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
  tagged_before?: string
  /** Leaves out `fields`. */
  slim?: boolean
}

export interface TagsSubscribersRemoveByAddressBody {
  /** The address of the subscriber, in lower case. */
  email_address?: string
}

export interface TagsSubscribersRemoveByAddressQuery {
  email_address?: string
}

export interface TagsSubscribersRestoreBody {
  /** When the subscriber got the tag. */
  tagged_at: string
}

export interface TagsTopicUpdateBody {
  /** The name for subscribers. */
  name: string
  /** A sentence for subscribers. */
  description?: string
}

export interface TagsUpdateBody {
  /** The name of the tag. */
  name: string
}

export interface WebhookEndpointsCreateBody {
  /** The public address that events are sent to. */
  url: string
  /** The types of events that the endpoint gets. */
  events: ('subscriber.created' | 'subscriber.activated' | 'subscriber.unsubscribed' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.subscribed_to_form' | 'subscriber.added_to_sequence' | 'subscriber.sequence_completed' | 'subscriber.tag_added' | 'subscriber.tag_removed' | 'subscriber.custom_field_value_updated' | 'subscriber.deleted' | 'tag.created' | 'tag.renamed' | 'tag.deleted' | 'custom_field.created' | 'custom_field.deleted' | 'sequence.created' | 'sequence.deleted' | 'sequence.published' | 'sequence.disabled' | 'broadcast.created' | 'broadcast.scheduled' | 'broadcast.sent' | 'broadcast.deleted' | 'post.published' | 'subscriber.product_purchased' | 'subscriber.link_clicked' | 'subscriber.email_opened' | 'landing_page.created' | 'landing_page.deleted' | 'import.completed' | 'purchase.created')[]
  /** Default: the host name of the URL. */
  name?: string | null
  /** A note of your own. */
  description?: string | null
}

export interface WebhookEndpointsDeliveriesGetQuery {
  /** Adds `payload`. */
  include_payload?: boolean
}

export interface WebhookEndpointsDeliveriesListQuery extends PageQuery {
  status?: 'pending' | 'retrying' | 'delivered' | 'failed'
  event_type?: 'subscriber.created' | 'subscriber.activated' | 'subscriber.unsubscribed' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.subscribed_to_form' | 'subscriber.added_to_sequence' | 'subscriber.sequence_completed' | 'subscriber.tag_added' | 'subscriber.tag_removed' | 'subscriber.custom_field_value_updated' | 'subscriber.deleted' | 'tag.created' | 'tag.renamed' | 'tag.deleted' | 'custom_field.created' | 'custom_field.deleted' | 'sequence.created' | 'sequence.deleted' | 'sequence.published' | 'sequence.disabled' | 'broadcast.created' | 'broadcast.scheduled' | 'broadcast.sent' | 'broadcast.deleted' | 'post.published' | 'subscriber.product_purchased' | 'subscriber.link_clicked' | 'subscriber.email_opened' | 'landing_page.created' | 'landing_page.deleted' | 'import.completed' | 'purchase.created'
}

export interface WebhookEndpointsListQuery extends PageQuery {
  status?: 'active' | 'disabled'
}

export interface WebhookEndpointsRotateSecretBody {
  /** Rotates during the 24 hours of the last rotation: the oldest secret stops working immediately. */
  force?: boolean
}

export interface WebhookEndpointsSamplesBody {
  /** The type of the event. */
  type: 'subscriber.created' | 'subscriber.activated' | 'subscriber.unsubscribed' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.subscribed_to_form' | 'subscriber.added_to_sequence' | 'subscriber.sequence_completed' | 'subscriber.tag_added' | 'subscriber.tag_removed' | 'subscriber.custom_field_value_updated' | 'subscriber.deleted' | 'tag.created' | 'tag.renamed' | 'tag.deleted' | 'custom_field.created' | 'custom_field.deleted' | 'sequence.created' | 'sequence.deleted' | 'sequence.published' | 'sequence.disabled' | 'broadcast.created' | 'broadcast.scheduled' | 'broadcast.sent' | 'broadcast.deleted' | 'post.published' | 'subscriber.product_purchased' | 'subscriber.link_clicked' | 'subscriber.email_opened' | 'landing_page.created' | 'landing_page.deleted' | 'import.completed' | 'purchase.created'
}

export interface WebhookEndpointsUpdateBody {
  /** The public address that events are sent to. */
  url?: string
  /** Replaces the whole set. */
  events?: ('subscriber.created' | 'subscriber.activated' | 'subscriber.unsubscribed' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.subscribed_to_form' | 'subscriber.added_to_sequence' | 'subscriber.sequence_completed' | 'subscriber.tag_added' | 'subscriber.tag_removed' | 'subscriber.custom_field_value_updated' | 'subscriber.deleted' | 'tag.created' | 'tag.renamed' | 'tag.deleted' | 'custom_field.created' | 'custom_field.deleted' | 'sequence.created' | 'sequence.deleted' | 'sequence.published' | 'sequence.disabled' | 'broadcast.created' | 'broadcast.scheduled' | 'broadcast.sent' | 'broadcast.deleted' | 'post.published' | 'subscriber.product_purchased' | 'subscriber.link_clicked' | 'subscriber.email_opened' | 'landing_page.created' | 'landing_page.deleted' | 'import.completed' | 'purchase.created')[]
  name?: string
  /** A note of your own. */
  description?: string | null
  /** While disabled, no events are stored, and deliveries that waited for a retry fail. */
  status?: 'active' | 'disabled'
}

export interface WebhooksCreateBody {
  /** The address that the event is sent to. */
  target_url: string
  /** Its name, with or without the prefix, and the parameter that it needs: `{"name":"subscriber.tag_add","tag_id":3}`. */
  event: unknown
}

export interface Resources {
  account: {
    colors: {
      /** Read the palette. The colors of the account in the order in which they are offered; `[]` without any. */
      get(options?: RequestOptions): Call<{ colors: string[] }>
      /** Replace the palette. At most 10 colors of `#` and 3 or 6 hexadecimal digits. They are kept as given, in this order. */
      update(body: AccountColorsUpdateBody, options?: RequestOptions): Call<{ colors: string[] }>
    }
    creatorProfile: {
      /** Read the creator profile. Name, byline, text and image of the public profile. 404 while the account has none. */
      get(options?: RequestOptions): Call<{ profile: CreatorProfile }>
      /** Set the creator profile. Replaces it: what the body leaves out becomes null. */
      update(body: AccountCreatorProfileUpdateBody, options?: RequestOptions): Call<{ profile: CreatorProfile }>
    }
    /** Read email statistics of the last 90 days. Opens and clicks count each subscriber once per email. Rates are percentages of `sent`. */
    emailStats(options?: RequestOptions): Call<{ stats: EmailStats }>
    /** Read the account behind the credential. The user who signs in and the creator account, which have different ids, with plan, time zone and sending addresses, also unverified ones. */
    get(options?: RequestOptions): Call<Account>
    /** Read growth statistics of the list. Days are those of the time zone of the account. Without dates: the last 90 days. */
    growthStats(query?: AccountGrowthStatsQuery, options?: RequestOptions): Call<{ stats: GrowthStats }>
    product: {
      /** Remove the product of the account. Purchases stay. 422 while a post is paid, because no one could read it. */
      delete(options?: RequestOptions): Call<void>
      /** Read the product of the account. Its buyers read paid posts in full. With several products, the first. */
      get(options?: RequestOptions): Call<AccountProduct>
      /** Set the product of the account. All paid purchases with its `pid` make buyers, earlier ones too. */
      update(body: AccountProductUpdateBody, options?: RequestOptions): Call<AccountProduct>
    }
    products: {
      /** Add a product to the account. All paid purchases with its `pid` make buyers, earlier ones too. An account can have 20. */
      create(body: AccountProductsCreateBody, options?: RequestOptions): Call<AccountProducts>
      /** Remove a product from the account. Purchases stay. 422 for the last one while a post is paid. */
      delete(id: number, options?: RequestOptions): Call<void>
      /** List the products of the account. Oldest first, each with its buyers, who read all paid posts, and products of shops in `sold`. */
      get(options?: RequestOptions): Call<AccountProducts>
      /** Change a product of the account. All properties are required. */
      update(id: number, body: AccountProductsUpdateBody, options?: RequestOptions): Call<AccountProducts>
    }
    settings: {
      /** Read the settings of the account. Its name, time zone, language, postal address, tracking and undo. */
      get(options?: RequestOptions): Call<{ settings: AccountSettings }>
      /** Change the settings of the account. Changes only the properties in the body. */
      update(body?: AccountSettingsUpdateBody, options?: RequestOptions): Call<{ settings: AccountSettings }>
    }
    style: {
      /** Remove the style. Pages and emails have their defaults again. */
      delete(options?: RequestOptions): Call<void>
      /** Read the style. The logo, fonts and colors of everything public. `is_chosen` is false for the defaults. */
      get(options?: RequestOptions): Call<{ style: Style }>
      /** Set the style. All properties are required. 422 for text that can’t be read on its background. */
      update(body: AccountStyleUpdateBody, options?: RequestOptions): Call<{ style: Style }>
    }
    /** Read the plan and its usage. What the plan has, its limits, and the usage. */
    usage(options?: RequestOptions): Call<PlanUsage>
  }
  apiKeys: {
    /** Revoke an API key. Immediately and permanently. New keys are created in the dashboard. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** List API keys. Active ones, newest first. Only the beginning of a key is shown. */
    list(query?: PageQuery, options?: RequestOptions): List<'api_keys', ApiKey>
  }
  automationDryRuns: {
    subscribers: {
      /** Compare a subscriber of a dry run. What would have happened to them, beside the emails that they really got. */
      get(id: number, subscriber_id: number, options?: RequestOptions): Call<{ comparison: AutomationComparison }>
      /** List the subscribers of a dry run. Who would have entered, and where they would be. */
      list(id: number, query?: AutomationDryRunsSubscribersListQuery, options?: RequestOptions): List<'subscribers', SimulatedSubscriber>
    }
  }
  automationEmails: {
    /** Read an email of an automation. Its draft. */
    get(id: number, options?: RequestOptions): Call<{ automation_email: AutomationEmail }>
    /** Restore an earlier text of an automation’s email. As a draft. The text that it replaces stays among the earlier ones. */
    restore(id: number, body: AutomationEmailsRestoreBody, options?: RequestOptions): Call<{ automation_email: AutomationEmail }>
    /** Send a test of an automation’s email. To up to five addresses; without any, to the user whose rights the credential has. */
    test(id: number, body?: AutomationEmailsTestBody, options?: RequestOptions): Call<TestEmails>
    /** Change an email of an automation. Changes only the properties in the body. Subscribers get it once the automation is published. */
    update(id: number, body?: AutomationEmailsUpdateBody, options?: RequestOptions): Call<{ automation_email: AutomationEmail; warnings?: string[] }>
  }
  automationEvents: {
    /** Report events to automations. Subscribers enter automations that start with this event, continue where they wait for it, and reach goals. `name` is any name that automations use. */
    create(body: AutomationEventsCreateBody, options?: RequestOptions): Call<{ automation_events: AutomationEvents }>
    /** List the events that carry properties. By name, with the properties that programs reported, the type of the first value and the last values. */
    get(options?: RequestOptions): Call<{ automation_events: KnownAutomationEvent[] }>
  }
  automationRuns: {
    /** Trace a run. Every event of a subscriber in an automation with its evidence, and why they are where they are. */
    get(run_id: number, query?: AutomationRunsGetQuery, options?: RequestOptions): Call<{ trace: AutomationTrace }>
  }
  automationTemplates: {
    /** Adopt an automation template. Copies it as a draft with what it needs, exactly as the preview with this `plan_key` showed. A copy of an app’s template follows it until it is detached. */
    adopt(body: AutomationTemplatesAdoptBody, options?: RequestOptions): Call<{ automation: Automation }>
    /** List automation templates. Those that the account can adopt: ours first, then those of apps by name. `search` finds words. */
    list(query?: AutomationTemplatesListQuery, options?: RequestOptions): List<'automation_templates', AutomationTemplate>
    /** Preview an automation template. What adopting it would create and use. `plan_key` identifies the plan. */
    preview(body: AutomationTemplatesPreviewBody, options?: RequestOptions): Call<{ preview: AdoptionPreview }>
  }
  automations: {
    /** Count the subscribers of an automation by step. `from` and `to` are days in the time zone of the account; without them, over all time. */
    counts(id: number, query?: AutomationsCountsQuery, options?: RequestOptions): Call<{ counts: AutomationCounts }>
    /** Create an automation. A draft, which does nothing until it is published. */
    create(body: AutomationsCreateBody, options?: RequestOptions): Call<{ automation: Automation }>
    /** Delete an automation. Its subscribers leave it. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of an automation. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Detach an automation from its template. From then on it can be changed, and no longer follows the template. */
    detach(id: number, options?: RequestOptions): Call<void>
    /** Read the last dry run of an automation. Null without one. Ask again until its state is `completed`. */
    dryRun(id: number, options?: RequestOptions): Call<{ dry_run: AutomationDryRun }>
    dryRuns: {
      /** Start a dry run of an automation. Computes what the draft, or a `version`, would have done with the real subscribers of the last 30 days. It sends and changes nothing. */
      create(id: number, body?: AutomationsDryRunsCreateBody, options?: RequestOptions): Call<{ dry_run: { id: number } }>
    }
    /** Duplicate an automation. A draft without subscribers. */
    duplicate(id: number, options?: RequestOptions): Call<{ automation: Automation }>
    emails: {
      /** Create an email for an automation. Name its id in a `send_email` action of the graph. `copy_of` copies the texts of another one. */
      create(automation_id: number, body?: AutomationsEmailsCreateBody, options?: RequestOptions): Call<{ automation_email: AutomationEmail }>
    }
    /** Read an automation. Its draft, and what prevents publishing it. */
    get(id: number, options?: RequestOptions): Call<{ automation: Automation }>
    /** List automations. Newest first. `search` finds names. */
    list(query?: AutomationsListQuery, options?: RequestOptions): List<'automations', ListedAutomation>
    /** Pause an automation. No one enters or continues until it is resumed. */
    pause(id: number, options?: RequestOptions): Call<{ automation: Automation }>
    /** Check an automation before publishing. What prevents it, who keeps an earlier version, and who already matches a trigger and could enter. */
    preflight(id: number, options?: RequestOptions): Call<{ preflight: AutomationPreflight }>
    /** Publish an automation. Subscribers enter the draft from now on; those inside keep their version. Those who match a trigger in `enter_existing` already enter too, and are the recipients of `dry_run` and `expected_recipients`. */
    publish(id: number, body?: AutomationsPublishBody, options?: RequestOptions): Call<{ automation: PublishedAutomation; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Resume an automation. Waits continue, and dates that passed are due. */
    resume(id: number, options?: RequestOptions): Call<{ automation: Automation }>
    runs: {
      /** List the subscribers of an automation. Each time that a subscriber entered, with where they are and why. */
      list(id: number, query?: AutomationsRunsListQuery, options?: RequestOptions): List<'runs', AutomationRun>
      /** Move subscribers to another step. Up to 1,000 runs that have not ended. */
      move(id: number, body: AutomationsRunsMoveBody, options?: RequestOptions): Call<{ changed: number; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
      /** Remove subscribers from an automation. Up to 1,000 runs end. */
      remove(id: number, body: AutomationsRunsRemoveBody, options?: RequestOptions): Call<{ changed: number; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
      /** Retry held subscribers. Tries their step again. */
      retry(id: number, body: AutomationsRunsRetryBody, options?: RequestOptions): Call<{ changed: number; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    }
    subscribers: {
      /** Add subscribers to an automation. Those who may enter, of up to 1,000 ids, a tag or a segment. `entered` is null for a tag or segment, which a job adds. */
      add(id: number, body: AutomationsSubscribersAddBody, options?: RequestOptions): Call<{ added: AutomationEntries; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    }
    tasks: {
      /** Cancel a task of an automation. What it did stays. */
      cancel(id: number, task_id: number, options?: RequestOptions): Call<void>
      /** List the tasks of an automation. The last jobs over many subscribers: entries, migrations and dry runs. */
      list(id: number, options?: RequestOptions): Call<{ tasks: AutomationTask[] }>
    }
    template: {
      /** Read the template of an automation. Null if it follows none. */
      get(automation_id: number, options?: RequestOptions): Call<{ template: FollowedTemplate }>
      /** Preview the update of an automation from its template. What the newer version changes. */
      previewUpdate(automation_id: number, options?: RequestOptions): Call<{ update: AutomationTemplateUpdate }>
      /** Update an automation from its template. Replaces its draft by the newer version, exactly as the preview with this `plan_key` showed. */
      update(automation_id: number, body: AutomationsTemplateUpdateBody, options?: RequestOptions): Call<{ automation: Automation }>
    }
    /** Change an automation. Changes the draft, only the properties in the body. `graph` is replaced as a whole. */
    update(id: number, body?: AutomationsUpdateBody, options?: RequestOptions): Call<{ automation: Automation }>
    versions: {
      /** Read a version of an automation. As it was published. */
      get(id: number, version: number, options?: RequestOptions): Call<{ version: AutomationVersionDetail }>
      /** List the versions of an automation. Newest first, with the number of subscribers inside. */
      list(id: number, options?: RequestOptions): Call<{ versions: AutomationVersion[] }>
      migration: {
        /** Move subscribers to the current version. `to` says for each missing step where its subscribers continue; null completes the automation. */
        create(id: number, from_version: number, body?: AutomationsVersionsMigrationCreateBody, options?: RequestOptions): Call<{ task: { task_id: number }; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
        /** Preview moving subscribers to the current version. Which steps of this version the current one lacks, and who is there. */
        get(id: number, from_version: number, options?: RequestOptions): Call<{ migration: AutomationMigration }>
      }
    }
  }
  bounceWaves: {
    /** Decide about waiting bounces. `apply` marks the subscribers as bounced, `discard` makes those active again who were marked. */
    decide(id: number, body: BounceWavesDecideBody, options?: RequestOptions): Call<void>
    /** List bounces that wait for a decision. Too many reports had the same text, so the subscribers were not marked as bounced. */
    list(query?: PageQuery, options?: RequestOptions): List<'bounce_waves', BounceWave>
  }
  broadcasts: {
    /** Cancel a broadcast. Ends a scheduled or sending broadcast. Messages that were sent stay; no more are sent. */
    cancel(id: number, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    clicks: {
      /** Clicks on the links of a broadcast. One row per link, the pages are those of the links. Rates are fractions from 0 to 1. */
      list(broadcast_id: number, query?: PageQuery, options?: RequestOptions): Call<BroadcastClicks>
    }
    /** Create a broadcast. Without `send_at` the broadcast is a draft; a future time schedules it, and a past time sends it immediately. `dry_run` answers the same, with the number of recipients, and changes nothing. */
    create(body?: BroadcastsCreateBody, options?: RequestOptions): Call<{ broadcast: Broadcast; warnings?: string[]; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Delete a broadcast. Drafts, scheduled and aborted broadcasts. 422 while it is sending, and after it was sent. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a broadcast. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Duplicate a broadcast. Creates a draft with the same content, audience and plan, from a broadcast of any status. */
    duplicate(id: number, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    /** Read a broadcast. A broadcast of any status, with its content. */
    get(id: number, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    /** List broadcasts. Newest first. `sent_after` and `sent_before` leave out drafts. */
    list(query?: BroadcastsListQuery, options?: RequestOptions): List<'broadcasts', ListedBroadcast>
    /** Statistics of broadcasts. Rates are percentages of delivered emails. Needs a plan with statistics by API, or an app. */
    listStats(query?: BroadcastsListStatsQuery, options?: RequestOptions): List<'broadcasts', ListedBroadcastStats>
    /** Pause a broadcast. Messages in progress are still sent. Its status stays `sending`; its progress says who paused it. */
    pause(id: number, body?: BroadcastsPauseBody, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    plan: {
      /** Read the plan of a broadcast. How it is sent, with its versions B and C. */
      get(id: number, options?: RequestOptions): Call<{ plan: BroadcastPlan }>
      /** Predict the sending of a broadcast. How many get it when, and which difference a test can show, with its plan or the one in the body. */
      preview(id: number, body?: BroadcastsPlanPreviewBody, options?: RequestOptions): Call<{ prediction: BroadcastPrediction }>
      /** Change the plan of a broadcast. Staged with stop limits or an A/B test, spread over hours, or by time zone; null sends to everyone right away. */
      update(id: number, body?: BroadcastsPlanUpdateBody, options?: RequestOptions): Call<{ plan: BroadcastPlan }>
    }
    /** Check a broadcast before sending. What prevents sending, what is advised, and how many subscribers would receive it. */
    preflight(id: number, options?: RequestOptions): Call<{ preflight: BroadcastPreflight }>
    /** Progress of a broadcast. How many messages are sent, how fast, and whether it is paused. */
    progress(id: number, options?: RequestOptions): Call<{ progress: BroadcastProgress }>
    /** Proof of a broadcast. Compares the stored counts with a count of every recipient, and says what became of each message. */
    proof(id: number, options?: RequestOptions): Call<{ proof: Proof }>
    /** Release the rest of a staged broadcast. Without waiting for the time of its plan. In an A/B test, `version` says which one the rest gets. */
    release(id: number, body?: BroadcastsReleaseBody, options?: RequestOptions): Call<{ broadcast: Broadcast; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Make a canceled broadcast a draft. Only if it was sent to no one. */
    reopen(id: number, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    /** Repair a stopped broadcast. Changes its content while it is paused or stopped. Those who received it keep the earlier one. */
    repair(id: number, body?: BroadcastsRepairBody, options?: RequestOptions): Call<{ broadcast: Broadcast; warnings?: string[] }>
    /** Create a resend of a broadcast. Creates a draft for recipients who did not open it. They are determined when the draft is sent. */
    resend(id: number, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    /** Restore an earlier text of a broadcast. `GET /v4/revisions` lists them. */
    restore(id: number, body: BroadcastsRestoreBody, options?: RequestOptions): Call<{ broadcast: Broadcast }>
    /** Resume a broadcast. Sends the present content of a paused or stopped broadcast to everyone who has not received it. */
    resume(id: number, body?: BroadcastsResumeBody, options?: RequestOptions): Call<{ broadcast: Broadcast; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Send a broadcast to new matches. Sends a sent broadcast to subscribers who match its audience now and were not recipients. */
    sendToNew(id: number, body?: BroadcastsSendToNewBody, options?: RequestOptions): Call<{ matches: NewMatches; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    settings: {
      /** Read the sending settings of a broadcast. Who is excluded, tracking, and the address for replies. */
      get(id: number, options?: RequestOptions): Call<{ settings: SendingSettings }>
      /** Change the sending settings of a broadcast. Changes only the properties in the body. `excluded` leaves out subscribers of tags and segments. */
      update(id: number, body?: BroadcastsSettingsUpdateBody, options?: RequestOptions): Call<{ settings: SendingSettings }>
    }
    /** Read the stages of a broadcast. The first group and the rest of a staged broadcast, results of its versions, and the outcome. */
    stages(id: number, options?: RequestOptions): Call<{ stages: BroadcastStages }>
    /** Statistics of a broadcast. Rates and `progress` are percentages. Machines that open and click are not counted. */
    stats(broadcast_id: number, options?: RequestOptions): Call<{ broadcast: OneBroadcastStats }>
    /** Send a test of a broadcast. To up to five addresses; without any, to the user whose rights the credential has. */
    test(id: number, body?: BroadcastsTestBody, options?: RequestOptions): Call<TestEmails>
    /** Decide on unconfirmed messages of a broadcast. Messages whose acceptance by a mail server is unknown: `resend`, count as `sent`, or `leave`. */
    unconfirmed(id: number, body: BroadcastsUnconfirmedBody, options?: RequestOptions): Call<{ count: number; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Change a broadcast. Changes only the properties in the body. A broadcast that is sending, sent or aborted cannot be changed. */
    update(id: number, body?: BroadcastsUpdateBody, options?: RequestOptions): Call<{ broadcast: Broadcast; warnings?: string[]; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    versions: {
      /** Add a version to an A/B test. Equal to the broadcast. At most three in all. */
      create(id: number, options?: RequestOptions): Call<{ plan: BroadcastPlan }>
      /** Delete a version of an A/B test. Without others the test ends. */
      delete(id: number, version: number, options?: RequestOptions): Call<{ plan: BroadcastPlan }>
      /** Change a version of an A/B test. Changes only the properties in the body; null is as in the broadcast. B is 2, C is 3. */
      update(id: number, version: number, body?: BroadcastsVersionsUpdateBody, options?: RequestOptions): Call<{ plan: BroadcastPlan }>
    }
    /** Explain who got a broadcast. Why a subscriber, by `subscriber_id` or `email_address`, did or did not get it: every decision in its order. */
    why(id: number, query?: BroadcastsWhyQuery, options?: RequestOptions): Call<{ why: Explanation }>
  }
  bulk: {
    customFields: {
      /** Create many custom fields. An existing label, ignoring case, returns its field. Up to 100 items are applied immediately. */
      create(body: BulkCustomFieldsCreateBody, options?: RequestOptions): Call<{ custom_fields?: DatedCustomField[]; failures?: { custom_field: { label: string | null }; errors: string[] }[] }>
      subscribers: {
        /** Set values of custom fields of many subscribers. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. */
        create(body: BulkCustomFieldsSubscribersCreateBody, options?: RequestOptions): Call<{ custom_field_values?: SetFieldValue[]; failures?: { custom_field_value: SetFieldValue; errors: string[] }[] }>
      }
    }
    forms: {
      subscribers: {
        /** Add many subscribers to forms. The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm. */
        create(body: BulkFormsSubscribersCreateBody, options?: RequestOptions): Call<{ subscribers?: BulkFormSubscriber[]; failures?: { subscription: { form_id?: number | null; subscriber_id?: number | null; referrer: string | null }; errors: string[] }[] }>
      }
    }
    subscribers: {
      /** Create or update many subscribers by address. An existing subscriber gets the name that is given and keeps its state. Up to 100 items are applied immediately. */
      create(body: BulkSubscribersCreateBody, options?: RequestOptions): Call<{ subscribers?: SlimSubscriber[]; failures?: { subscriber: { first_name: string | null; email_address: string | null; state: 'active' | 'inactive' | 'bounced' | 'complained' | 'cancelled' | null; created_at: null }; errors: string[] }[] }>
    }
    tags: {
      /** Create many tags. For a name that exists, ignoring case, the answer has the existing tag. Up to 100 items are applied immediately. */
      create(body: BulkTagsCreateBody, options?: RequestOptions): Call<{ tags?: Tag[]; failures?: { tag: { name: string | null; created_at: null }; errors: string[] }[] }>
      /** Delete many tags. They are removed from all subscribers. Up to 100 items are applied immediately. */
      delete(body: BulkTagsDeleteBody, options?: RequestOptions): Call<{ failures?: { tag: { id?: number | null }; errors: string[] }[] }>
      subscribers: {
        /** Tag many subscribers. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. */
        create(body: BulkTagsSubscribersCreateBody, options?: RequestOptions): Call<{ subscribers?: BulkTaggedSubscriber[]; failures?: { tagging: { tag_id?: number | null; subscriber_id?: number | null }; errors: string[] }[] }>
        /** Remove tags from many subscribers. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. */
        delete(body: BulkTagsSubscribersDeleteBody, options?: RequestOptions): Call<{ failures?: { tagging: { tag_id?: number | null; subscriber_id?: number | null }; errors: string[] }[] }>
      }
    }
  }
  bulkActions: {
    /** Cancel a bulk action. What it did stays. */
    cancel(id: number, options?: RequestOptions): Call<{ bulk_action: BulkAction }>
    /** Change many subscribers. Tags, untags, unsubscribes or deletes subscribers, sets a custom field, or adds them to a sequence: up to 1,000 ids, or all that match a query. A job does it. */
    create(body: BulkActionsCreateBody, options?: RequestOptions): Call<{ bulk_action: BulkAction; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Read a bulk action. With its progress, and why subscribers were left as they are. */
    get(id: number, options?: RequestOptions): Call<{ bulk_action: BulkAction }>
    /** List bulk actions. The last twenty with their progress, newest first. */
    list(options?: RequestOptions): Call<{ bulk_actions: BulkAction[] }>
    /** Preview a bulk action. Counts who matches, and who would be changed. */
    preview(body: BulkActionsPreviewBody, options?: RequestOptions): Call<{ preview: BulkActionPreview }>
    /** Undo a bulk action. Within 7 days, except for subscribers who were changed since. Emails that were sent stay sent. */
    undo(id: number, body?: BulkActionsUndoBody, options?: RequestOptions): Call<{ bulk_action: BulkAction; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
  }
  bulkRequests: {
    /** Cancel a queued bulk request. Applied items stay; the others are answered as failures. */
    cancel(id: number, options?: RequestOptions): Call<{ bulk_request: BulkRequest }>
    /** Read a queued bulk request. With its progress and callback. */
    get(id: number, options?: RequestOptions): Call<{ bulk_request: BulkRequest }>
    /** List queued bulk requests. The state of those that were answered with 202, newest first. */
    list(query?: PageQuery, options?: RequestOptions): List<'bulk_requests', BulkRequest>
  }
  caughtMail: {
    /** Delete a caught message. It was not sent. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** Delete all caught messages. All that `GET /v4/caught_mail` lists. */
    deleteAll(options?: RequestOptions): Call<void>
    /** Read a caught message. Parsed. Its remote images are removed. */
    get(id: number, options?: RequestOptions): Call<{ message: CaughtMessage }>
    /** List caught messages. What subscribers would have got, while no mail server is configured. Newest first. */
    list(query?: CaughtMailListQuery, options?: RequestOptions): List<'messages', CaughtMail>
  }
  checkouts: {
    /** Disconnect a checkout. Its purchases stay. 404 unless it is connected. */
    delete(body: CheckoutsDeleteBody, options?: RequestOptions): Call<void>
    /** List checkouts. The shops that can report purchases. Secrets are not answered, nor the address for Gumroad, which contains one. */
    get(options?: RequestOptions): Call<{ checkouts: Checkout[] }>
    /** Connect a checkout. Or replaces its secrets: `secret`, for Paddle also `api_key`, for Gumroad none. Set `address` as the webhook of the shop; Gumroad gets a new one each time. */
    update(body: CheckoutsUpdateBody, options?: RequestOptions): Call<{ checkout: Checkout }>
  }
  comments: {
    /** Comment on a draft. As the user whose rights the credential has. `thread_id` makes it a reply; mentioned members are told. */
    create(body: CommentsCreateBody, options?: RequestOptions): Call<{ comment: CreatedComment }>
    /** Delete a comment. Of the same user, or of anyone for an admin. Replies stay. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a comment. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** List the comments on a draft. Threads, newest first, with their replies. Open ones unless `is_resolved` is true. */
    list(query: CommentsListQuery, options?: RequestOptions): Call<{ comments: Comment[] }>
    /** Mark comments as read. Up to the comment `up_to`, for the user whose rights the credential has. */
    read(body: CommentsReadBody, options?: RequestOptions): Call<void>
    /** Resolve a thread. Or open it again with `is_resolved: false`. */
    resolve(id: number, body: CommentsResolveBody, options?: RequestOptions): Call<void>
    /** Edit a comment. Only of the same user. */
    update(id: number, body: CommentsUpdateBody, options?: RequestOptions): Call<void>
  }
  customFields: {
    /** Create a custom field. A label that exists, ignoring case, answers 200 with its field. `key` is made from the label. */
    create(body: CustomFieldsCreateBody, options?: RequestOptions): Call<{ custom_field: CustomField; warnings?: string[] }>
    /** Delete a custom field and all its values. The values of all subscribers are erased. 422 while an automation uses the field. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a custom field. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Read a custom field. `key` names its value in `fields` of a subscriber. */
    get(id: number, options?: RequestOptions): Call<{ custom_field: CustomField }>
    /** List custom fields. `key` names a value in `fields` and in Liquid, and changes with the label; `name` never changes. */
    list(query?: PageQuery, options?: RequestOptions): List<'custom_fields', CustomField>
    /** Relabel a custom field. The key changes with the label; the name does not. */
    update(id: number, body: CustomFieldsUpdateBody, options?: RequestOptions): Call<{ custom_field: CustomField }>
  }
  deletions: {
    /** List deletions that can be undone. Of the last hour, by the user whose rights the credential has, newest first. */
    list(options?: RequestOptions): Call<{ deletions: Deletion[] }>
  }
  emailTemplates: {
    /** Create an email template. With HTML of your own in `source`, which contains `{{ content }}`, or with a `design`. Without both it looks like the layout named in `start`. */
    create(body: EmailTemplatesCreateBody, options?: RequestOptions): Call<{ email_template: EmailTemplateDetail; warnings?: string[] }>
    /** Delete an email template. Emails that chose it use the default. Built-in layouts and the default cannot be deleted. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of an email template. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Duplicate an email template. The copy looks the same and can be changed, also that of a built-in layout. */
    duplicate(id: number, options?: RequestOptions): Call<{ email_template: EmailTemplateDetail }>
    /** Read an email template. With its design, or its HTML as `source`. */
    get(id: number, options?: RequestOptions): Call<{ email_template: EmailTemplateDetail }>
    /** List email templates. Templates of the account and built-in ones; exactly one has `is_default`. */
    list(query?: PageQuery, options?: RequestOptions): List<'email_templates', EmailTemplate>
    /** Make an email template the default. Emails without a chosen template use it from now on. */
    makeDefault(id: number, options?: RequestOptions): Call<void>
    /** Preview a saved email template. Renders a sample email in it. */
    preview(id: number, options?: RequestOptions): Call<{ preview: { html: string } }>
    /** Preview an email template. Renders a sample email in a `design` or in `source`, and stores nothing. `mistake` says why it cannot. */
    previewDraft(body?: EmailTemplatesPreviewDraftBody, options?: RequestOptions): Call<{ preview: { html: string; mistake: string | null }; warnings?: string[] }>
    /** Change an email template. Changes only the properties in the body, and emails sent later. A template keeps its kind: one with a design takes no `source`. */
    update(id: number, body?: EmailTemplatesUpdateBody, options?: RequestOptions): Call<{ email_template: EmailTemplateDetail; warnings?: string[] }>
  }
  exports: {
    /** Export the account. A ZIP file of the whole account. */
    account(options?: RequestOptions): Call<{ export: Export }>
    /** Cancel an export. What is made so far is deleted. */
    cancel(id: number, options?: RequestOptions): Call<{ export: Export }>
    /** Delete an export. With its file. Links to it end. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** Read an export. Ask again until `state` is `completed`, then get its link. */
    get(id: number, options?: RequestOptions): Call<{ export: Export }>
    /** Get the link of an export. An address without a credential that downloads the file for an hour, also in ranges. An export of the account needs the admin role. */
    link(id: number, options?: RequestOptions): Call<{ link: ExportLink }>
    /** List exports. Newest first, also those of members. */
    list(query?: PageQuery, options?: RequestOptions): List<'exports', Export>
    /** Export the recipients of a broadcast. A ZIP file of who got the broadcast with this id, with opens and clicks. */
    recipients(id: number, options?: RequestOptions): Call<{ export: Export }>
    /** Repeat an export. Requests a failed or canceled export again, with current data. */
    repeat(id: number, options?: RequestOptions): Call<{ export: Export }>
    /** Export subscribers. A CSV file of the subscribers who match all of the properties in the body, or of all without any. */
    subscribers(body?: ExportsSubscribersBody, options?: RequestOptions): Call<{ export: Export }>
  }
  formFiles: {
    deletions: {
      /** Undo the deletion of the file of a form. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
  }
  formTests: {
    deletions: {
      /** Undo the deletion of the other version by the end of a test. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
  }
  forms: {
    /** Create a form. With double opt-in, and texts in the language of the account. `type` is `embed` unless it is given; a page with sections is made by `POST /v4/landing_pages`. */
    create(body: FormsCreateBody, options?: RequestOptions): Call<{ form: FormDetail }>
    /** Delete a form. Moves it to the trash, from which `PUT /v4/forms/{id}/status` takes it back. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** Duplicate a form. With its settings and sections, without its file, its version B, subscribers and results. */
    duplicate(id: number, options?: RequestOptions): Call<{ form: FormDetail }>
    /** End the test of a form. Everyone sees the version in `keep` from now on, also of a landing page. The other one is deleted. */
    endTest(id: number, body: FormsEndTestBody, options?: RequestOptions): Call<{ form: FormDetail }>
    file: {
      /** Remove the file of a form. Links in emails stop working. */
      delete(id: number, options?: RequestOptions): Call<void>
      /** Set the file of a form. Everyone who signs up gets it by email. Send it as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 25 MB. */
      update(id: number, body?: FormsFileUpdateBody | FormData, options?: RequestOptions): Call<{ file: FormFile }>
    }
    /** Read a form. Of any status, except in the trash, with its settings and its file. */
    get(id: number, options?: RequestOptions): Call<{ form: FormDetail }>
    /** List forms. Active ones unless `status` says otherwise. `type=hosted` are landing pages, `type=embed` are forms for websites. */
    list(query?: FormsListQuery, options?: RequestOptions): List<'forms', ListedForm>
    /** Read the results of a form. Views and sign-ups by day, source and page, and the counts of a test of two versions. */
    results(id: number, query?: FormsResultsQuery, options?: RequestOptions): Call<{ results: FormResults }>
    /** Change the status of a form. An archived form is closed to visitors, and programs can still add subscribers. `trashed` deletes it, every other status takes it back. */
    status(id: number, body: FormsStatusBody, options?: RequestOptions): Call<{ form: FormDetail }>
    subscribers: {
      /** Add a subscriber to a form. The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm. */
      add(form_id: number, id: number, body?: FormsSubscribersAddBody, options?: RequestOptions): Call<{ subscriber: FormSubscriber; warnings?: string[] }>
      /** Add a subscriber to a form by address. The subscriber must exist. The state and the attribution of the subscriber do not change. */
      addByAddress(form_id: number, body?: FormsSubscribersAddByAddressBody, options?: RequestOptions): Call<{ subscriber: FormSubscriber; warnings?: string[] }>
      /** List the subscribers of a form. Active ones unless `status` says otherwise, each with the time of joining and the referrer. */
      list(form_id: number, query?: FormsSubscribersListQuery, options?: RequestOptions): List<'subscribers', FormSubscriber>
      /** Remove a subscriber from a form. The subscriber keeps their state, and need not be on the form. A link to confirm that was sent for it stops working. */
      remove(form_id: number, id: number, options?: RequestOptions): Call<void>
    }
    /** Change a form. Changes only the properties in the body, also in `settings` and in the texts of its emails. Lists, `picture` and `version_b` are replaced as a whole. */
    update(id: number, body?: FormsUpdateBody, options?: RequestOptions): Call<{ form: FormDetail }>
  }
  images: {
    /** Add an image. Send the image as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 20 MB. For a file that the library has, the answer is that image. */
    create(body?: ImagesCreateBody | FormData, options?: RequestOptions): Call<{ image: Image }>
    /** Crop an image. Adds a part of the image as a new one; emails with the original keep it. Pixels are of its largest file. */
    crop(id: number, body: ImagesCropBody, options?: RequestOptions): Call<{ image: Image }>
    /** Delete an image. Emails that were sent with it show a gap. 409 if it is used, unless `even_if_used` is true. */
    delete(id: number, query?: ImagesDeleteQuery, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of an image. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Read an image. With its sizes. */
    get(id: number, options?: RequestOptions): Call<{ image: Image }>
    /** List images. The library, newest first. `search` finds names and alternative texts. */
    list(query?: ImagesListQuery, options?: RequestOptions): List<'images', Image>
    /** Change an image. Changes only the properties in the body. Its addresses stay. */
    update(id: number, body?: ImagesUpdateBody, options?: RequestOptions): Call<{ image: Image }>
    /** List the uses of an image. Up to 100 emails, posts, forms and other places that show it in any size. */
    uses(id: number, options?: RequestOptions): Call<{ uses: ImageUse[] }>
  }
  imports: {
    /** Analyze an uploaded file. After the last piece: detects the format and suggests what the columns are. */
    analyze(id: number, options?: RequestOptions): Call<{ import: ImportDetail }>
    /** Check columns of a file. What these columns would do with the beginning of the file. It stores nothing. */
    check(id: number, body: ImportsCheckBody, options?: RequestOptions): Call<{ check: ImportCheck }>
    /** Map the columns of a file. One target for each column of the file, in its order. */
    columns(id: number, body: ImportsColumnsBody, options?: RequestOptions): Call<{ import: ImportDetail }>
    /** Upload a file for an import. A CSV file as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 50 MB. For up to 300 MB, send `filename` and `byte_size` alone, then its pieces. */
    create(body?: ImportsCreateBody | FormData, options?: RequestOptions): Call<{ import: ImportDetail }>
    /** Delete an import. With its file and result. Its subscribers stay. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** Correct the format of a file. Reads the file again and suggests its columns again. Properties that are absent stay. */
    format(id: number, body?: ImportsFormatBody, options?: RequestOptions): Call<{ import: ImportDetail }>
    /** Read an import. With its progress, its columns and the first rows of the file. `failed` with an `error` if it is no table. */
    get(id: number, options?: RequestOptions): Call<{ import: ImportDetail }>
    /** List imports. Newest first. */
    list(query?: PageQuery, options?: RequestOptions): List<'imports', Import>
    /** Upload a piece of a file. The `piece` of `multipart/form-data` begins at byte `offset` and has 2 MB, the last one the rest. A piece can be sent again. */
    pieces(id: number, body: ImportsPiecesBody | FormData, options?: RequestOptions): Call<{ received_bytes: number }>
    preview: {
      /** Preview an import. Counts what an import with these options would do with the whole file. Ask for it until it is `completed`. */
      create(id: number, body?: ImportsPreviewCreateBody, options?: RequestOptions): Call<{ preview: ImportPreview }>
      /** Read the preview of an import. Null without one, and after the columns changed. */
      get(id: number, options?: RequestOptions): Call<{ preview: ImportPreview }>
      /** Resume a stopped preview. After the last counted row. */
      resume(id: number, options?: RequestOptions): Call<{ preview: ImportPreview }>
      rows: {
        /** List rows of a preview. The first rows that would change a subscriber, are invalid, or lose a value, in the order of the file. */
        list(id: number, query?: ImportsPreviewRowsListQuery, options?: RequestOptions): List<'rows', ImportPreviewRow>
      }
      /** Stop a preview. Its counts stay. */
      stop(id: number, options?: RequestOptions): Call<{ preview: ImportPreview }>
    }
    /** Resume a stopped import. After the last imported row. */
    resume(id: number, options?: RequestOptions): Call<{ import: ImportDetail }>
    rows: {
      /** List the results of an import. Each row of the file with its result, for 90 days. */
      list(id: number, query?: ImportsRowsListQuery, options?: RequestOptions): List<'rows', ImportRow>
    }
    /** Start an import. 422 while `questions` of its preview are open. `dry_run` and `expected_recipients` need a completed preview with the same options, and count subscribers who would be created or changed. */
    start(id: number, body: ImportsStartBody, options?: RequestOptions): Call<{ import: ImportDetail; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Stop an import. Imported rows stay, and it can be resumed. */
    stop(id: number, options?: RequestOptions): Call<{ import: ImportDetail }>
    /** Undo an import. Within 7 days: removes subscribers whom it created and restores those whom it changed. Resumes a stopped undo. */
    undo(id: number, body?: ImportsUndoBody, options?: RequestOptions): Call<{ import: ImportDetail; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Stop the undo of an import. Undone rows stay undone. */
    undoStop(id: number, options?: RequestOptions): Call<{ import: ImportDetail }>
  }
  installations: {
    /** Uninstall an app. Its tokens end with this answer. What it created stays. */
    delete(installation_id: number, options?: RequestOptions): Call<void>
    /** List installed apps. With what they may do and when they last did, newest first. */
    list(options?: RequestOptions): Call<{ installations: Installation[] }>
  }
  invitations: {
    /** Invite a member. Emails a link for 7 days, which replaces an earlier one. Only owners invite owners. */
    create(body: InvitationsCreateBody, options?: RequestOptions): Call<void>
    /** Withdraw an invitation. Its link no longer works. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** List invitations. Open and expired ones, newest first. */
    list(query?: PageQuery, options?: RequestOptions): List<'invitations', Invitation>
  }
  landingPages: {
    /** Create a landing page. From a template, with texts for its form. Visitors find it once it is published. */
    create(body: LandingPagesCreateBody, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    /** Read a landing page. Its draft, and what visitors see. Its id is that of the form, which `GET /v4/forms/{id}` reads. */
    get(id: number, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    /** Publish a landing page. Shows visitors the draft. Version B needs a published version A. */
    publish(id: number, body?: LandingPagesPublishBody, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    revisions: {
      /** List the revisions of a landing page. Its earlier drafts, at most 30, newest first. */
      get(id: number, query?: LandingPagesRevisionsGetQuery, options?: RequestOptions): Call<{ revisions: Revision[] }>
      /** Restore a revision of a landing page. It becomes the draft of its version, and the present draft a revision. */
      restore(id: number, revision_id: number, body?: LandingPagesRevisionsRestoreBody, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    }
    /** Add sections to a landing page. For one that is only a form: a draft with its texts. One with sections stays as it is. */
    start(id: number, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    subscribers: {
      /** Add a subscriber to a legacy landing page. Always 404, because there are none. */
      add(landing_page_id: number, id: number, options?: RequestOptions): Call<{ subscriber: Subscriber }>
    }
    /** Unpublish a landing page. Visitors see its form alone. The draft stays. */
    unpublish(id: number, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    /** Change a landing page. Replaces the draft of a version. Visitors see it once it is published. */
    update(id: number, body: LandingPagesUpdateBody, options?: RequestOptions): Call<{ landing_page: LandingPage }>
    /** Add version B to a landing page. A copy of the draft with a form of its own. Half of the visitors see it once it is published, which starts a test. */
    versionB(id: number, options?: RequestOptions): Call<{ landing_page: LandingPage }>
  }
  legacyLandingPages: {
    /** List legacy landing pages. Always empty. Official plugins merge this list with the forms. */
    list(query?: LegacyLandingPagesListQuery, options?: RequestOptions): List<'legacy_landing_pages', LegacyLandingPage>
  }
  members: {
    /** Remove a member. With their keys, and the apps that they connected. The last owner stays. */
    delete(user_id: number, options?: RequestOptions): Call<void>
    /** List members. Owners first, then by name. */
    list(query?: PageQuery, options?: RequestOptions): List<'members', Member>
    /** Change the role of a member. The id is that of the user. Only owners change owners, and one stays. */
    update(user_id: number, body: MembersUpdateBody, options?: RequestOptions): Call<{ member: Member }>
  }
  notes: {
    /** Delete a note. Its author and admins can. `undo` restores it within an hour. */
    delete(id: number, options?: RequestOptions): Call<DeletedNote>
    /** Restore a note. With its author and times, by the user who deleted it. */
    restore(body: NotesRestoreBody, options?: RequestOptions): Call<{ note: SubscriberNote }>
    /** Change a note. Only its author can change it. */
    update(id: number, body: NotesUpdateBody, options?: RequestOptions): Call<{ note: SubscriberNote }>
  }
  notificationSettings: {
    /** Read notification settings. What the user whose rights the credential has is told, and how. */
    get(options?: RequestOptions): Call<{ notification_settings: NotificationSettings }>
    /** Change notification settings. Changes only the topics in `channels`, and `digest` if given. 403 for a key without a user. */
    update(body?: NotificationSettingsUpdateBody, options?: RequestOptions): Call<{ notification_settings: NotificationSettings }>
  }
  notifications: {
    /** List notifications. Those of the user whose rights the credential has, newest first. */
    list(query?: NotificationsListQuery, options?: RequestOptions): List<'notifications', Notification>
    /** Mark notifications as read. At most 100. Ids of others are ignored. */
    read(body: NotificationsReadBody, options?: RequestOptions): Call<void>
    /** Mark all notifications as read. Up to one. Later ones stay unread. */
    readAll(body: NotificationsReadAllBody, options?: RequestOptions): Call<void>
  }
  posts: {
    /** Create a post. A draft that is only on the web. All properties are optional. */
    create(body?: PostsCreateBody, options?: RequestOptions): Call<{ post: EditedPost }>
    /** Delete a post. Its broadcast stays. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a post. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Read a post. With its content, also if it is a draft. */
    get(id: number, options?: RequestOptions): Call<{ post: Post }>
    /** List posts. Newest first. `include_content=true` adds the content. */
    list(query?: PostsListQuery, options?: RequestOptions): List<'posts', ListedPost>
    /** Preview a post. As visitors would see it with the properties in the body. It stores nothing. */
    preview(id: number, body?: PostsPreviewBody, options?: RequestOptions): Call<{ preview: PostPreview }>
    /** Publish a post. Now, or at `published_at` if it is later. It needs a title, and content without a template error. */
    publish(id: number, body?: PostsPublishBody, options?: RequestOptions): Call<{ post: EditedPost }>
    /** Restore an earlier text of a post. `GET /v4/revisions` lists them. The present text becomes an earlier one. */
    restore(id: number, body: PostsRestoreBody, options?: RequestOptions): Call<{ post: EditedPost }>
    /** Count the public part of a post. As if it were paid, with `content` of the body if given. Null with a template error. */
    shares(id: number, body?: PostsSharesBody, options?: RequestOptions): Call<{ shares: PostShares }>
    /** Change the address of a post. The earlier address redirects to the new one. */
    slug(id: number, body: PostsSlugBody, options?: RequestOptions): Call<{ post: EditedPost }>
    /** Read a post as written. With its Liquid as `source`. */
    source(id: number, options?: RequestOptions): Call<{ post: EditedPost }>
    /** Unpublish a post. It becomes a draft, which keeps its address for later. */
    unpublish(id: number, options?: RequestOptions): Call<{ post: EditedPost }>
    /** Change a post. Changes only the properties in the body. Visitors see changes of a published post immediately. */
    update(id: number, body?: PostsUpdateBody, options?: RequestOptions): Call<{ post: EditedPost }>
  }
  products: {
    /** List purchased products. Newest first. Their ids are those in conditions of segments. */
    list(query?: PageQuery, options?: RequestOptions): List<'products', PurchasedProduct>
    /** Count the purchases of a shop’s product for a product of the account. Earlier ones too. Null: for none. */
    soldAs(id: number, body: ProductsSoldAsBody, options?: RequestOptions): Call<AccountProducts>
  }
  purchases: {
    /** Create a purchase. Adds to an existing purchase with this `transaction_id`; a line with an existing `lid` replaces it. */
    create(body: PurchasesCreateBody, options?: RequestOptions): Call<{ purchase: Purchase }>
    /** Read a purchase. With its products. Amounts are in units of the currency, not in cents. */
    get(id: number, options?: RequestOptions): Call<{ purchase: Purchase }>
    /** List purchases. Newest first, with their products. */
    list(query?: PageQuery, options?: RequestOptions): List<'purchases', Purchase>
  }
  recommendations: {
    /** Block a creator from recommending the account. Or let them again. 404 for one who never recommended it. */
    block(creator_id: number, body: RecommendationsBlockBody, options?: RequestOptions): Call<Recommendations>
    /** Recommend a creator. Last in the order. 404 for one who is not open to it. */
    create(body: RecommendationsCreateBody, options?: RequestOptions): Call<Recommendations>
    /** Find creators to recommend. Up to 10 who are open to it, by their name or that of their site. */
    creators(query?: RecommendationsCreatorsQuery, options?: RequestOptions): Call<{ creators: Creator[] }>
    /** Stop recommending a creator. The figures are kept. */
    delete(creator_id: number, options?: RequestOptions): Call<Recommendations>
    /** Read recommendations. Whom the account recommends after a sign-up, who recommends it, and how many signed up. */
    get(options?: RequestOptions): Call<Recommendations>
    /** Move a recommended creator. One place up (`-1`) or down (`1`). */
    move(creator_id: number, body: RecommendationsMoveBody, options?: RequestOptions): Call<Recommendations>
    /** Let others recommend the account. With `is_open`, others can, and `pitch` is what their visitors read. */
    profile(body: RecommendationsProfileBody, options?: RequestOptions): Call<Recommendations>
    /** Change the note on a creator. What visitors read about them. Null: their own words. */
    update(creator_id: number, body: RecommendationsUpdateBody, options?: RequestOptions): Call<Recommendations>
  }
  recommendationsScript: {
    /** Read the recommendations script. Always disabled. */
    get(options?: RequestOptions): Call<RecommendationsScript>
  }
  revisions: {
    /** List earlier texts. Of an email, a post, a landing page or a snippet: newest first. Changes within ten minutes are one. */
    list(query: RevisionsListQuery, options?: RequestOptions): Call<{ revisions: Revision[] }>
  }
  securityEvents: {
    /** List the security log. Sign-ins, members, keys, apps and other changes that concern access, newest first. For owners. */
    list(query?: PageQuery, options?: RequestOptions): List<'security_events', SecurityEvent>
  }
  segments: {
    /** Create a segment. A saved filter. Subscribers who match its `definition` are in it, from each use to the next. */
    create(body: SegmentsCreateBody, options?: RequestOptions): Call<{ segment: SegmentDetail }>
    /** Delete a segment. Scheduled broadcasts that use it will not be sent. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a segment. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Read a segment. With its definition. */
    get(id: number, options?: RequestOptions): Call<{ segment: SegmentDetail }>
    /** List segments. Use their ids in the filter of a broadcast. For the conditions of a segment, read it. */
    list(query?: PageQuery, options?: RequestOptions): List<'segments', Segment>
    /** Preview a segment. Counts who would be in a segment with this definition, and shows the newest. It stores nothing. */
    preview(body: SegmentsPreviewBody, options?: RequestOptions): Call<{ preview: SegmentPreview }>
    /** Count a segment. Evaluates the segment now. */
    size(id: number, options?: RequestOptions): Call<{ size: SegmentCount }>
    /** Read the size history of a segment. One size a day for up to 366 days, oldest first. A day on which it could not be counted is missing. */
    sizes(id: number, options?: RequestOptions): Call<{ days: { count: number; active: number; day: string }[] }>
    /** Change a segment. Changes only the properties in the body. A new definition replaces the whole old one. */
    update(id: number, body?: SegmentsUpdateBody, options?: RequestOptions): Call<{ segment: SegmentDetail }>
  }
  sendingAddresses: {
    /** Add a sending address. It gets a link, which someone opens there to confirm it. */
    create(body: SendingAddressesCreateBody, options?: RequestOptions): Call<{ sending_address: SendingAddress }>
    /** Remove a sending address. The default and the one for replies cannot be removed. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** Read a sending address. With its `status`. */
    get(id: number, options?: RequestOptions): Call<{ sending_address: SendingAddress }>
    /** List sending addresses. Addresses that emails can be sent from: the default first, the others by age. */
    list(query?: PageQuery, options?: RequestOptions): List<'sending_addresses', SendingAddress>
    /** Make a sending address the default. New emails are sent from it, unless another one is chosen. It must be confirmed. */
    makeDefault(id: number, options?: RequestOptions): Call<{ sending_address: SendingAddress }>
    /** Send the confirmation link again. The new link replaces the earlier one. 404 for a confirmed address. */
    remind(id: number, options?: RequestOptions): Call<void>
    /** Set the address for replies. Replies to all emails go to it. With a null `id` they go to the sender of each email. */
    replyTo(body: SendingAddressesReplyToBody, options?: RequestOptions): Call<void>
    /** Change the name of a sender. Emails sent later have it. The address itself does not change: add another one. */
    update(id: number, body: SendingAddressesUpdateBody, options?: RequestOptions): Call<{ sending_address: SendingAddress }>
  }
  sendingDomains: {
    /** Cancel the rotation of keys. Deletes the new keys, and the present ones continue to sign. */
    cancelRotation(id: number, options?: RequestOptions): Call<{ sending_domain: SendingDomain }>
    /** Check a sending domain. Looks up its records now. Domains are also checked regularly. */
    check(id: number, options?: RequestOptions): Call<{ sending_domain: SendingDomain }>
    /** Add a sending domain. Add its `records` to DNS, then check it. Emails from the domain are signed once it is verified. */
    create(body: SendingDomainsCreateBody, options?: RequestOptions): Call<{ sending_domain: SendingDomain }>
    /** Remove a sending domain. With its keys: its emails are no longer signed. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** Read a sending domain. With the DNS records that it should have, and what the last check found. */
    get(id: number, options?: RequestOptions): Call<{ sending_domain: SendingDomain }>
    /** List sending domains. By name. For the DNS records of a domain, read it. */
    list(query?: PageQuery, options?: RequestOptions): List<'sending_domains', ListedSendingDomain>
    /** Rotate the keys of a sending domain. New keys replace the present ones once their records are in DNS. Until then the present ones sign. */
    rotate(id: number, options?: RequestOptions): Call<{ sending_domain: SendingDomain }>
  }
  sendingHealth: {
    /** Read the sending health. Bounces and complaints of the last days by domain, and where they paused sending. */
    get(options?: RequestOptions): Call<SendingHealth>
    /** Resume paused sending. Of a `domain`, or `*`. The `note` says what you changed, and stays in the security log. */
    resume(body: SendingHealthResumeBody, options?: RequestOptions): Call<void>
  }
  sequenceChanges: {
    /** Cancel a change of who is in a sequence. What it did stays. 404 once it ended. */
    cancel(id: number, options?: RequestOptions): Call<void>
  }
  sequences: {
    changes: {
      /** Change who is in a sequence. `add`, `restart` or `remove` a tag, a segment, up to 1,000 subscribers, or everyone in the sequence. A job does it. */
      create(sequence_id: number, body: SequencesChangesCreateBody, options?: RequestOptions): Call<{ change: RequestedEnrollmentChange; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
      /** List the changes of who is in a sequence. The last five with their progress, newest first. */
      list(sequence_id: number, options?: RequestOptions): Call<{ changes: EnrollmentChange[] }>
      /** Preview a change of who is in a sequence. Counts who would be added, restarted or removed, and says what they get first. */
      preview(sequence_id: number, body: SequencesChangesPreviewBody, options?: RequestOptions): Call<{ preview: EnrollmentChangePreview }>
    }
    /** Create a sequence. Only `name` is required. Without `active: false` it sends as soon as it has a published email. */
    create(body: SequencesCreateBody, options?: RequestOptions): Call<{ sequence: Sequence }>
    /** Delete a sequence. Stops sending. The data is deleted in the background. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a sequence. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Duplicate a sequence. The copy has the emails as drafts, is paused and has no subscribers. */
    duplicate(id: number, options?: RequestOptions): Call<{ sequence: Sequence }>
    emails: {
      /** Add an email to a sequence. A draft unless `published` is true. Without `position` it becomes the last one. */
      create(sequence_id: number, body: SequencesEmailsCreateBody, options?: RequestOptions): Call<{ email: SequenceEmail; warnings?: string[] }>
      /** Delete an email of a sequence. Subscribers who wait for it continue with the next email. */
      delete(sequence_id: number, id: number, options?: RequestOptions): Call<void>
      draft: {
        /** Discard the draft of a sequence email. The published text stays. The draft stays among the earlier texts. */
        delete(sequence_id: number, id: number, options?: RequestOptions): Call<{ draft: SequenceEmailDraft }>
        /** Read the draft of a sequence email. With the changes of a published email that are not published yet. */
        get(sequence_id: number, id: number, options?: RequestOptions): Call<{ draft: SequenceEmailDraft }>
        /** Publish the draft of a sequence email. The next recipients get it. */
        publish(sequence_id: number, id: number, body: SequencesEmailsDraftPublishBody, options?: RequestOptions): Call<{ draft: SequenceEmailDraft }>
        /** Change the draft of a sequence email. Texts of a published email wait until they are published. All other properties apply now. */
        update(sequence_id: number, id: number, body?: SequencesEmailsDraftUpdateBody, options?: RequestOptions): Call<{ draft: SequenceEmailDraft; warnings?: string[] }>
      }
      /** Read an email of a sequence. With its content. `include=stats` adds figures. */
      get(sequence_id: number, id: number, query?: SequencesEmailsGetQuery, options?: RequestOptions): Call<{ email: SequenceEmail }>
      /** List the emails of a sequence. In send order. */
      list(sequence_id: number, query?: SequencesEmailsListQuery, options?: RequestOptions): List<'emails', ListedSequenceEmail>
      /** Restore an earlier text of a sequence email. As a draft, if the email is published. */
      restore(sequence_id: number, id: number, body: SequencesEmailsRestoreBody, options?: RequestOptions): Call<{ draft: SequenceEmailDraft }>
      /** Send a test of a sequence email. The draft, to up to five addresses; without any, to the user whose rights the credential has. */
      test(sequence_id: number, id: number, body?: SequencesEmailsTestBody, options?: RequestOptions): Call<TestEmails>
      /** Change an email of a sequence. Changes only the properties in the body. Moving an email can reorder or skip it for subscribers in the sequence. */
      update(sequence_id: number, id: number, body?: SequencesEmailsUpdateBody, options?: RequestOptions): Call<{ email: SequenceEmail; warnings?: string[] }>
    }
    enrollments: {
      /** List the enrollments of a sequence. Everyone who is or was in it, with their progress and next email. */
      list(sequence_id: number, query?: SequencesEnrollmentsListQuery, options?: RequestOptions): List<'enrollments', Enrollment>
    }
    /** Read a sequence. `include=stats` adds figures. */
    get(id: number, query?: SequencesGetQuery, options?: RequestOptions): Call<{ sequence: Sequence }>
    /** List sequences. `subscriber_count` counts active subscribers, `email_count` published emails. `include=stats` adds figures. */
    list(query?: SequencesListQuery, options?: RequestOptions): List<'sequences', Sequence>
    subscribers: {
      /** Add a subscriber to a sequence. 200 if the subscriber is in the sequence already, 422 while the sequence is paused. */
      add(sequence_id: number, id: number, options?: RequestOptions): Call<{ subscriber: EnrolledSubscriber; warnings?: string[] }>
      /** Add a subscriber to a sequence by address. The subscriber must exist. 200 if the subscriber is in the sequence already, 422 while the sequence is paused. */
      addByAddress(sequence_id: number, body?: SequencesSubscribersAddByAddressBody, options?: RequestOptions): Call<{ subscriber: EnrolledSubscriber; warnings?: string[] }>
      /** List the subscribers of a sequence. Active ones unless `status` says otherwise, each with the time of joining as `added_at`. */
      list(sequence_id: number, query?: SequencesSubscribersListQuery, options?: RequestOptions): List<'subscribers', EnrolledSubscriber>
      /** Remove a subscriber from a sequence. Emails that wait for the subscriber are not sent. Nothing happens to a subscriber who is not in the sequence. */
      remove(sequence_id: number, id: number, options?: RequestOptions): Call<void>
    }
    /** Decide on unconfirmed messages of a sequence. Messages whose acceptance by a mail server is unknown: `resend`, count as `sent`, or `leave`. */
    unconfirmed(id: number, body: SequencesUnconfirmedBody, options?: RequestOptions): Call<{ count: number; dry_run?: { recipients: number; suppressed: number; is_exact: boolean; warnings: string[] } }>
    /** Change a sequence. Changes only the properties in the body. Emails that are already scheduled for a subscriber keep their time when the schedule changes. */
    update(id: number, body?: SequencesUpdateBody, options?: RequestOptions): Call<{ sequence: Sequence }>
  }
  site: {
    domain: {
      /** Check the domain of the site. Looks up its records now. 404 without a domain. */
      check(options?: RequestOptions): Call<{ domain: SiteDomain }>
      /** Remove the domain of the site. The site is at its name again. */
      delete(options?: RequestOptions): Call<void>
      /** Set the domain of the site. Add its `records` to DNS, then check it. It is used once both are found. */
      update(body: SiteDomainUpdateBody, options?: RequestOptions): Call<{ domain: SiteDomain }>
    }
    /** Read the public site. Its address, its form and its domain with the DNS records. */
    get(options?: RequestOptions): Call<{ site: Site }>
    /** Change the public site. Changes only the properties in the body. The earlier name redirects to the new one. */
    update(body?: SiteUpdateBody, options?: RequestOptions): Call<{ site: Site }>
  }
  snippets: {
    /** Create a snippet. An `inline` snippet takes `content`, a `block` snippet takes `document_attributes.value_html`. */
    create(body: SnippetsCreateBody, options?: RequestOptions): Call<{ snippet: Snippet; warnings?: string[] }>
    /** Read a snippet. With its content, also if it is archived. */
    get(id: number, options?: RequestOptions): Call<{ snippet: Snippet }>
    /** List snippets. Archived ones only with `archived=true`. `include_content=true` adds the content. */
    list(query?: SnippetsListQuery, options?: RequestOptions): List<'snippets', ListedSnippet>
    /** Preview a snippet. Renders it with this `source` for a sample subscriber. It stores nothing. */
    preview(id: number, body: SnippetsPreviewBody, options?: RequestOptions): Call<{ preview: SnippetPreview }>
    /** Restore an earlier text of a snippet. `GET /v4/revisions` lists them. The present text becomes an earlier one. */
    restore(id: number, body: SnippetsRestoreBody, options?: RequestOptions): Call<{ snippet: Snippet }>
    /** Change a snippet. Changes only the properties in the body. Emails sent later use the new content. */
    update(id: number, body?: SnippetsUpdateBody, options?: RequestOptions): Call<{ snippet: Snippet; warnings?: string[] }>
    /** List the uses of a snippet. Unsent emails, posts and other snippets that contain it. */
    uses(id: number, options?: RequestOptions): Call<{ uses: SnippetUse[] }>
  }
  subscribers: {
    automations: {
      /** List the automations of a subscriber. Each time that they entered one, newest first. */
      list(subscriber_id: number, query?: PageQuery, options?: RequestOptions): List<'runs', SubscriberAutomation>
    }
    /** Confirm the new address of a subscriber. One that they changed on the preference page: their data belongs to it then. */
    confirmAddress(id: number, options?: RequestOptions): Call<void>
    /** Create or update a subscriber by address. The state of an existing subscriber does not change. More than 10 field values are written by a job (202). */
    create(body: SubscribersCreateBody, options?: RequestOptions): Call<{ subscriber: Subscriber; warnings?: string[] }>
    /** Erase a subscriber. Permanently, with everything about them. The `email_address` must match. */
    erase(id: number, body: SubscribersEraseBody, options?: RequestOptions): Call<void>
    /** Find subscribers by activity and attributes. A subscriber must match every condition of `all`. Subscribers of every state are found: add a `subscriber_state` condition to find active ones only. */
    filter(body: SubscribersFilterBody, query?: PageQuery, options?: RequestOptions): List<'subscribers', FilteredSubscriber>
    /** Read a subscriber. A subscriber of any state, with `canceled_at`, `location` and every custom field. */
    get(id: number, options?: RequestOptions): Call<{ subscriber: SubscriberDetail }>
    /** List subscribers. Active ones unless `status` says otherwise, newest first. `email_address` looks up one or several addresses, and `status` applies to them too: send `status=all` to find a subscriber who unsubscribed. */
    list(query?: SubscribersListQuery, options?: RequestOptions): List<'subscribers', ListedSubscriber>
    location: {
      /** Pin the location of a subscriber. A pinned location takes precedence over an inferred one. All six properties are required and replace the earlier ones. */
      create(subscriber_id: number, body: SubscribersLocationCreateBody, options?: RequestOptions): Call<{ subscriber: LocatedSubscriber }>
      /** Unpin the location of a subscriber. The location can then be inferred again. Without a pinned location nothing changes. */
      delete(subscriber_id: number, options?: RequestOptions): Call<void>
      /** Replace the pinned location of a subscriber. A pinned location takes precedence over an inferred one. All six properties are required and replace the earlier ones. */
      update(subscriber_id: number, body: SubscribersLocationUpdateBody, options?: RequestOptions): Call<{ subscriber: LocatedSubscriber }>
    }
    notes: {
      /** Write a note about a subscriber. Its author is the user whose rights the credential has. */
      create(subscriber_id: number, body: SubscribersNotesCreateBody, options?: RequestOptions): Call<{ note: SubscriberNote }>
      /** List the notes about a subscriber. Newest first. Subscribers see them in the copy of their data. */
      list(subscriber_id: number, query?: PageQuery, options?: RequestOptions): List<'notes', SubscriberNote>
    }
    /** Make an inactive subscriber active. Confirms the address on your word. 422 for all other states: only subscribers themselves come back. */
    reactivate(id: number, options?: RequestOptions): Call<{ subscriber: SubscriberDetail }>
    /** Make a bounced subscriber active. The `reason` says how you know that the mailbox works, and is kept. */
    restore(id: number, body: SubscribersRestoreBody, options?: RequestOptions): Call<{ subscriber: SubscriberDetail }>
    /** List the next sequence emails of a subscriber. Soonest first: what they get if nothing changes. Empty for a subscriber who cannot be emailed. */
    sequenceEmails(subscriber_id: number, options?: RequestOptions): Call<{ sequence_emails: UpcomingSequenceEmail[] }>
    /** Email statistics of a subscriber. Rates are fractions from 0 to 1. `email_sent_after` and `email_sent_before` limit the emails that count. */
    stats(subscriber_id: number, query?: SubscribersStatsQuery, options?: RequestOptions): Call<{ subscriber: SubscriberStats }>
    /** Stop tracking a subscriber. Their opens and clicks are no longer counted. Only subscribers turn it back on. */
    stopTracking(id: number, options?: RequestOptions): Call<void>
    tags: {
      /** List the tags of a subscriber. Each with the time of tagging as `tagged_at`, the latest first. */
      list(subscriber_id: number, query?: PageQuery, options?: RequestOptions): List<'tags', SubscriberTag>
    }
    /** Unsubscribe. From all emails of the account. Tags, fields and history stay. */
    unsubscribe(id: number, options?: RequestOptions): Call<void>
    /** Update a subscriber. Only the given properties change. More than 10 field values are written by a job (202). */
    update(id: number, body?: SubscribersUpdateBody, options?: RequestOptions): Call<{ subscriber: Subscriber; warnings?: string[] }>
  }
  suppressions: {
    /** Suppress addresses. Up to 1,000 addresses, which get no email from then on, whether or not they are subscribers. */
    create(body: SuppressionsCreateBody, options?: RequestOptions): Call<AddedSuppressions>
    /** Remove a suppressed address. Its other spellings are removed too. The `note` says why and stays in the security log. */
    delete(id: number, body: SuppressionsDeleteBody, options?: RequestOptions): Call<void>
    /** Read a suppressed address. Of an erased address only the reason is left. */
    get(id: number, options?: RequestOptions): Call<{ suppression: Suppression }>
    /** List suppressed addresses. Newest first. A whole address in `search` finds its other spellings and erased entries too. */
    list(query?: SuppressionsListQuery, options?: RequestOptions): List<'suppressions', Suppression>
  }
  tagMerges: {
    /** Merge two tags. Subscribers with the first tag get the second, what names the first names the second, and the first is deleted. */
    create(body: TagMergesCreateBody, options?: RequestOptions): Call<{ tag_merge: { id: number } }>
    /** Find duplicate tags. Up to 20 groups of tags with nearly the same name or the same subscribers. It reads every tagging. */
    duplicates(options?: RequestOptions): Call<{ duplicates: DuplicateTags[] }>
    /** List tag merges. Those that are running, and the latest ones that you can undo, newest first. */
    list(query?: PageQuery, options?: RequestOptions): List<'tag_merges', TagMerge>
    /** Preview a tag merge. Counts subscribers and lists what names the first tag. It changes nothing. */
    preview(body: TagMergesPreviewBody, options?: RequestOptions): Call<{ preview: TagMergePreview }>
    /** Undo a tag merge. Within an hour, and only while nothing else changed since. */
    undo(id: number, options?: RequestOptions): Call<void>
  }
  tags: {
    /** Set the color of a tag. Only the dashboard shows it. Null removes it. */
    color(id: number, body: TagsColorBody, options?: RequestOptions): Call<{ tag: TagDetail }>
    /** Create a tag. A name that exists, ignoring case, answers 200 with its tag. */
    create(body: TagsCreateBody, options?: RequestOptions): Call<{ tag: Tag; warnings?: string[] }>
    /** Delete a tag. All subscribers lose it. Only `tag.deleted` reports it, not an event for each subscriber. */
    delete(id: number, options?: RequestOptions): Call<void>
    deletions: {
      /** Undo the deletion of a tag. Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id. */
      undo(id: number, options?: RequestOptions): Call<void>
    }
    /** Read a tag. With its color, and its texts on the preference page. For its subscribers, list them. */
    get(id: number, options?: RequestOptions): Call<{ tag: TagDetail }>
    /** List tags. Newest first. `include=subscriber_count` adds the number of active subscribers. */
    list(query?: TagsListQuery, options?: RequestOptions): List<'tags', ListedTag>
    subscribers: {
      /** Tag a subscriber. 200 if the subscriber has the tag already; `tagged_at` stays as it was. */
      add(tag_id: number, id: number, options?: RequestOptions): Call<{ subscriber: TaggedSubscriber; warnings?: string[] }>
      /** Tag a subscriber by address. The subscriber must exist. 200 if the subscriber has the tag already; `tagged_at` stays as it was. */
      addByAddress(tag_id: number, body?: TagsSubscribersAddByAddressBody, options?: RequestOptions): Call<{ subscriber: TaggedSubscriber; warnings?: string[] }>
      /** List the subscribers of a tag. Active ones unless `status` says otherwise, each with the time of tagging as `tagged_at`. */
      list(tag_id: number, query?: TagsSubscribersListQuery, options?: RequestOptions): List<'subscribers', TaggedSubscriber>
      /** Remove a tag from a subscriber. Also answers 204 if the subscriber does not have the tag. */
      remove(tag_id: number, id: number, options?: RequestOptions): Call<void>
      /** Remove a tag from a subscriber by address. The address can be in the query or in the body. */
      removeByAddress(tag_id: number, body?: TagsSubscribersRemoveByAddressBody, query?: TagsSubscribersRemoveByAddressQuery, options?: RequestOptions): Call<void>
      /** Restore a removed tag. Tags the subscriber as of an earlier time, and starts no automation. */
      restore(tag_id: number, id: number, body: TagsSubscribersRestoreBody, options?: RequestOptions): Call<void>
    }
    topic: {
      /** Remove a topic. The tag stays, and subscribers keep it. The preference page no longer offers it. */
      delete(id: number, options?: RequestOptions): Call<void>
      /** Offer a tag as a topic. Subscribers add and remove it themselves on their preference page. */
      update(id: number, body: TagsTopicUpdateBody, options?: RequestOptions): Call<{ tag: TagDetail }>
    }
    /** Rename a tag. Names are unique in an account, ignoring case. Conditions of emails that name the tag are changed too. */
    update(id: number, body: TagsUpdateBody, options?: RequestOptions): Call<{ tag: Tag }>
  }
  topics: {
    /** List topics. Tags that subscribers choose on their preference page, by their name there. Each id is that of the tag. */
    list(query?: PageQuery, options?: RequestOptions): List<'topics', Topic>
  }
  webhookEndpoints: {
    /** Create a webhook endpoint. The answer contains the signing secret, which is shown only once. An app owns the endpoints that it creates. */
    create(body: WebhookEndpointsCreateBody, options?: RequestOptions): Call<{ webhook_endpoint: WebhookEndpointWithSecret }>
    /** Delete a webhook endpoint. Deliveries stop immediately. An app deletes only endpoints that it created. */
    delete(id: number, options?: RequestOptions): Call<void>
    deliveries: {
      /** Get a delivery with its attempts. `include_payload=true` adds the body as it was sent. */
      get(id: number, delivery_id: number, query?: WebhookEndpointsDeliveriesGetQuery, options?: RequestOptions): Call<{ delivery: WebhookDeliveryDetail }>
      /** List the deliveries of a webhook endpoint. Newest first. Deliveries are stored for 30 days. */
      list(id: number, query?: WebhookEndpointsDeliveriesListQuery, options?: RequestOptions): List<'deliveries', WebhookDelivery>
      /** Resend a delivery. An ended delivery is sent again as a new one with the same events; one that waits for a retry is attempted now. 422 while the endpoint is disabled. */
      resend(id: number, delivery_id: number, options?: RequestOptions): Call<void>
    }
    /** Get a webhook endpoint. Without its secret, which only creation and rotation show. */
    get(id: number, options?: RequestOptions): Call<{ webhook_endpoint: WebhookEndpoint }>
    /** List webhook endpoints. An app lists the endpoints that it created, an API key all endpoints of the account. */
    list(query?: WebhookEndpointsListQuery, options?: RequestOptions): List<'webhook_endpoints', WebhookEndpoint>
    /** Revoke the previous secret of a webhook endpoint. Ends the 24 hours after a rotation in which both secrets sign. */
    revokePreviousSecret(id: number, options?: RequestOptions): Call<{ webhook_endpoint: WebhookEndpoint }>
    /** Rotate the secret of a webhook endpoint. For 24 hours, deliveries are signed with both secrets. */
    rotateSecret(id: number, body?: WebhookEndpointsRotateSecretBody, options?: RequestOptions): Call<{ webhook_endpoint: WebhookEndpointWithSecret }>
    /** Send a sample event to a webhook endpoint. Sends made-up data of the type to this endpoint alone, signed as always, also if it does not subscribe to the type. */
    samples(id: number, body: WebhookEndpointsSamplesBody, options?: RequestOptions): Call<{ delivery_id: number }>
    /** Change a webhook endpoint. Changes only the properties in the body; `events` replaces the whole set. While it is disabled, no events are stored for it. */
    update(id: number, body?: WebhookEndpointsUpdateBody, options?: RequestOptions): Call<{ webhook_endpoint: WebhookEndpoint }>
  }
  webhooks: {
    /** Create a legacy webhook. One event, unsigned. New integrations use webhook endpoints. */
    create(body: WebhooksCreateBody, options?: RequestOptions): Call<{ webhook: LegacyWebhook }>
    /** Delete a legacy webhook. Its deliveries stop immediately. */
    delete(id: number, options?: RequestOptions): Call<void>
    /** List legacy webhooks. Each has one event and one address. New integrations use webhook endpoints. */
    list(query?: PageQuery, options?: RequestOptions): List<'webhooks', LegacyWebhook>
  }
}

/** Methods by route, for `request()`. */
export interface Operations {
  'GET /v4/account/colors': Resources['account']['colors']['get']
  'PUT /v4/account/colors': Resources['account']['colors']['update']
  'GET /v4/account/creator_profile': Resources['account']['creatorProfile']['get']
  'PUT /v4/account/creator_profile': Resources['account']['creatorProfile']['update']
  'GET /v4/account/email_stats': Resources['account']['emailStats']
  'GET /v4/account': Resources['account']['get']
  'GET /v4/account/growth_stats': Resources['account']['growthStats']
  'DELETE /v4/account/product': Resources['account']['product']['delete']
  'GET /v4/account/product': Resources['account']['product']['get']
  'PUT /v4/account/product': Resources['account']['product']['update']
  'POST /v4/account/products': Resources['account']['products']['create']
  'DELETE /v4/account/products/{id}': Resources['account']['products']['delete']
  'GET /v4/account/products': Resources['account']['products']['get']
  'PUT /v4/account/products/{id}': Resources['account']['products']['update']
  'GET /v4/account/settings': Resources['account']['settings']['get']
  'PUT /v4/account/settings': Resources['account']['settings']['update']
  'DELETE /v4/account/style': Resources['account']['style']['delete']
  'GET /v4/account/style': Resources['account']['style']['get']
  'PUT /v4/account/style': Resources['account']['style']['update']
  'GET /v4/account/usage': Resources['account']['usage']
  'DELETE /v4/api_keys/{id}': Resources['apiKeys']['delete']
  'GET /v4/api_keys': Resources['apiKeys']['list']
  'GET /v4/automation_dry_runs/{id}/subscribers/{subscriber_id}': Resources['automationDryRuns']['subscribers']['get']
  'GET /v4/automation_dry_runs/{id}/subscribers': Resources['automationDryRuns']['subscribers']['list']
  'GET /v4/automation_emails/{id}': Resources['automationEmails']['get']
  'POST /v4/automation_emails/{id}/restore': Resources['automationEmails']['restore']
  'POST /v4/automation_emails/{id}/test': Resources['automationEmails']['test']
  'PUT /v4/automation_emails/{id}': Resources['automationEmails']['update']
  'POST /v4/automation_events': Resources['automationEvents']['create']
  'GET /v4/automation_events': Resources['automationEvents']['get']
  'GET /v4/automation_runs/{run_id}': Resources['automationRuns']['get']
  'POST /v4/automation_templates/adopt': Resources['automationTemplates']['adopt']
  'GET /v4/automation_templates': Resources['automationTemplates']['list']
  'POST /v4/automation_templates/preview': Resources['automationTemplates']['preview']
  'GET /v4/automations/{id}/counts': Resources['automations']['counts']
  'POST /v4/automations': Resources['automations']['create']
  'DELETE /v4/automations/{id}': Resources['automations']['delete']
  'POST /v4/automations/deletions/{id}/undo': Resources['automations']['deletions']['undo']
  'POST /v4/automations/{id}/detach': Resources['automations']['detach']
  'GET /v4/automations/{id}/dry_run': Resources['automations']['dryRun']
  'POST /v4/automations/{id}/dry_runs': Resources['automations']['dryRuns']['create']
  'POST /v4/automations/{id}/duplicate': Resources['automations']['duplicate']
  'POST /v4/automations/{automation_id}/emails': Resources['automations']['emails']['create']
  'GET /v4/automations/{id}': Resources['automations']['get']
  'GET /v4/automations': Resources['automations']['list']
  'POST /v4/automations/{id}/pause': Resources['automations']['pause']
  'GET /v4/automations/{id}/preflight': Resources['automations']['preflight']
  'POST /v4/automations/{id}/publish': Resources['automations']['publish']
  'POST /v4/automations/{id}/resume': Resources['automations']['resume']
  'GET /v4/automations/{id}/runs': Resources['automations']['runs']['list']
  'POST /v4/automations/{id}/runs/move': Resources['automations']['runs']['move']
  'POST /v4/automations/{id}/runs/remove': Resources['automations']['runs']['remove']
  'POST /v4/automations/{id}/runs/retry': Resources['automations']['runs']['retry']
  'POST /v4/automations/{id}/subscribers': Resources['automations']['subscribers']['add']
  'POST /v4/automations/{id}/tasks/{task_id}/cancel': Resources['automations']['tasks']['cancel']
  'GET /v4/automations/{id}/tasks': Resources['automations']['tasks']['list']
  'GET /v4/automations/{automation_id}/template': Resources['automations']['template']['get']
  'GET /v4/automations/{automation_id}/template/update': Resources['automations']['template']['previewUpdate']
  'POST /v4/automations/{automation_id}/template/update': Resources['automations']['template']['update']
  'PUT /v4/automations/{id}': Resources['automations']['update']
  'GET /v4/automations/{id}/versions/{version}': Resources['automations']['versions']['get']
  'GET /v4/automations/{id}/versions': Resources['automations']['versions']['list']
  'POST /v4/automations/{id}/versions/{from_version}/migration': Resources['automations']['versions']['migration']['create']
  'GET /v4/automations/{id}/versions/{from_version}/migration': Resources['automations']['versions']['migration']['get']
  'POST /v4/bounce_waves/{id}/decide': Resources['bounceWaves']['decide']
  'GET /v4/bounce_waves': Resources['bounceWaves']['list']
  'POST /v4/broadcasts/{id}/cancel': Resources['broadcasts']['cancel']
  'GET /v4/broadcasts/{broadcast_id}/clicks': Resources['broadcasts']['clicks']['list']
  'POST /v4/broadcasts': Resources['broadcasts']['create']
  'DELETE /v4/broadcasts/{id}': Resources['broadcasts']['delete']
  'POST /v4/broadcasts/deletions/{id}/undo': Resources['broadcasts']['deletions']['undo']
  'POST /v4/broadcasts/{id}/duplicate': Resources['broadcasts']['duplicate']
  'GET /v4/broadcasts/{id}': Resources['broadcasts']['get']
  'GET /v4/broadcasts': Resources['broadcasts']['list']
  'GET /v4/broadcasts/stats': Resources['broadcasts']['listStats']
  'POST /v4/broadcasts/{id}/pause': Resources['broadcasts']['pause']
  'GET /v4/broadcasts/{id}/plan': Resources['broadcasts']['plan']['get']
  'POST /v4/broadcasts/{id}/plan/preview': Resources['broadcasts']['plan']['preview']
  'PUT /v4/broadcasts/{id}/plan': Resources['broadcasts']['plan']['update']
  'GET /v4/broadcasts/{id}/preflight': Resources['broadcasts']['preflight']
  'GET /v4/broadcasts/{id}/progress': Resources['broadcasts']['progress']
  'GET /v4/broadcasts/{id}/proof': Resources['broadcasts']['proof']
  'POST /v4/broadcasts/{id}/release': Resources['broadcasts']['release']
  'POST /v4/broadcasts/{id}/reopen': Resources['broadcasts']['reopen']
  'POST /v4/broadcasts/{id}/repair': Resources['broadcasts']['repair']
  'POST /v4/broadcasts/{id}/resend': Resources['broadcasts']['resend']
  'POST /v4/broadcasts/{id}/restore': Resources['broadcasts']['restore']
  'POST /v4/broadcasts/{id}/resume': Resources['broadcasts']['resume']
  'POST /v4/broadcasts/{id}/send_to_new': Resources['broadcasts']['sendToNew']
  'GET /v4/broadcasts/{id}/settings': Resources['broadcasts']['settings']['get']
  'PUT /v4/broadcasts/{id}/settings': Resources['broadcasts']['settings']['update']
  'GET /v4/broadcasts/{id}/stages': Resources['broadcasts']['stages']
  'GET /v4/broadcasts/{broadcast_id}/stats': Resources['broadcasts']['stats']
  'POST /v4/broadcasts/{id}/test': Resources['broadcasts']['test']
  'POST /v4/broadcasts/{id}/unconfirmed': Resources['broadcasts']['unconfirmed']
  'PUT /v4/broadcasts/{id}': Resources['broadcasts']['update']
  'POST /v4/broadcasts/{id}/versions': Resources['broadcasts']['versions']['create']
  'DELETE /v4/broadcasts/{id}/versions/{version}': Resources['broadcasts']['versions']['delete']
  'PUT /v4/broadcasts/{id}/versions/{version}': Resources['broadcasts']['versions']['update']
  'GET /v4/broadcasts/{id}/why': Resources['broadcasts']['why']
  'POST /v4/bulk/custom_fields': Resources['bulk']['customFields']['create']
  'POST /v4/bulk/custom_fields/subscribers': Resources['bulk']['customFields']['subscribers']['create']
  'POST /v4/bulk/forms/subscribers': Resources['bulk']['forms']['subscribers']['create']
  'POST /v4/bulk/subscribers': Resources['bulk']['subscribers']['create']
  'POST /v4/bulk/tags': Resources['bulk']['tags']['create']
  'DELETE /v4/bulk/tags': Resources['bulk']['tags']['delete']
  'POST /v4/bulk/tags/subscribers': Resources['bulk']['tags']['subscribers']['create']
  'DELETE /v4/bulk/tags/subscribers': Resources['bulk']['tags']['subscribers']['delete']
  'POST /v4/bulk_actions/{id}/cancel': Resources['bulkActions']['cancel']
  'POST /v4/bulk_actions': Resources['bulkActions']['create']
  'GET /v4/bulk_actions/{id}': Resources['bulkActions']['get']
  'GET /v4/bulk_actions': Resources['bulkActions']['list']
  'POST /v4/bulk_actions/preview': Resources['bulkActions']['preview']
  'POST /v4/bulk_actions/{id}/undo': Resources['bulkActions']['undo']
  'POST /v4/bulk_requests/{id}/cancel': Resources['bulkRequests']['cancel']
  'GET /v4/bulk_requests/{id}': Resources['bulkRequests']['get']
  'GET /v4/bulk_requests': Resources['bulkRequests']['list']
  'DELETE /v4/caught_mail/{id}': Resources['caughtMail']['delete']
  'DELETE /v4/caught_mail': Resources['caughtMail']['deleteAll']
  'GET /v4/caught_mail/{id}': Resources['caughtMail']['get']
  'GET /v4/caught_mail': Resources['caughtMail']['list']
  'DELETE /v4/checkouts': Resources['checkouts']['delete']
  'GET /v4/checkouts': Resources['checkouts']['get']
  'PUT /v4/checkouts': Resources['checkouts']['update']
  'POST /v4/comments': Resources['comments']['create']
  'DELETE /v4/comments/{id}': Resources['comments']['delete']
  'POST /v4/comments/deletions/{id}/undo': Resources['comments']['deletions']['undo']
  'GET /v4/comments': Resources['comments']['list']
  'POST /v4/comments/read': Resources['comments']['read']
  'POST /v4/comments/{id}/resolve': Resources['comments']['resolve']
  'PUT /v4/comments/{id}': Resources['comments']['update']
  'POST /v4/custom_fields': Resources['customFields']['create']
  'DELETE /v4/custom_fields/{id}': Resources['customFields']['delete']
  'POST /v4/custom_fields/deletions/{id}/undo': Resources['customFields']['deletions']['undo']
  'GET /v4/custom_fields/{id}': Resources['customFields']['get']
  'GET /v4/custom_fields': Resources['customFields']['list']
  'PUT /v4/custom_fields/{id}': Resources['customFields']['update']
  'GET /v4/deletions': Resources['deletions']['list']
  'POST /v4/email_templates': Resources['emailTemplates']['create']
  'DELETE /v4/email_templates/{id}': Resources['emailTemplates']['delete']
  'POST /v4/email_templates/deletions/{id}/undo': Resources['emailTemplates']['deletions']['undo']
  'POST /v4/email_templates/{id}/duplicate': Resources['emailTemplates']['duplicate']
  'GET /v4/email_templates/{id}': Resources['emailTemplates']['get']
  'GET /v4/email_templates': Resources['emailTemplates']['list']
  'POST /v4/email_templates/{id}/make_default': Resources['emailTemplates']['makeDefault']
  'GET /v4/email_templates/{id}/preview': Resources['emailTemplates']['preview']
  'POST /v4/email_templates/preview': Resources['emailTemplates']['previewDraft']
  'PUT /v4/email_templates/{id}': Resources['emailTemplates']['update']
  'POST /v4/exports/account': Resources['exports']['account']
  'POST /v4/exports/{id}/cancel': Resources['exports']['cancel']
  'DELETE /v4/exports/{id}': Resources['exports']['delete']
  'GET /v4/exports/{id}': Resources['exports']['get']
  'POST /v4/exports/{id}/link': Resources['exports']['link']
  'GET /v4/exports': Resources['exports']['list']
  'POST /v4/exports/recipients/{id}': Resources['exports']['recipients']
  'POST /v4/exports/{id}/repeat': Resources['exports']['repeat']
  'POST /v4/exports/subscribers': Resources['exports']['subscribers']
  'POST /v4/form_files/deletions/{id}/undo': Resources['formFiles']['deletions']['undo']
  'POST /v4/form_tests/deletions/{id}/undo': Resources['formTests']['deletions']['undo']
  'POST /v4/forms': Resources['forms']['create']
  'DELETE /v4/forms/{id}': Resources['forms']['delete']
  'POST /v4/forms/{id}/duplicate': Resources['forms']['duplicate']
  'POST /v4/forms/{id}/end_test': Resources['forms']['endTest']
  'DELETE /v4/forms/{id}/file': Resources['forms']['file']['delete']
  'PUT /v4/forms/{id}/file': Resources['forms']['file']['update']
  'GET /v4/forms/{id}': Resources['forms']['get']
  'GET /v4/forms': Resources['forms']['list']
  'GET /v4/forms/{id}/results': Resources['forms']['results']
  'PUT /v4/forms/{id}/status': Resources['forms']['status']
  'POST /v4/forms/{form_id}/subscribers/{id}': Resources['forms']['subscribers']['add']
  'POST /v4/forms/{form_id}/subscribers': Resources['forms']['subscribers']['addByAddress']
  'GET /v4/forms/{form_id}/subscribers': Resources['forms']['subscribers']['list']
  'DELETE /v4/forms/{form_id}/subscribers/{id}': Resources['forms']['subscribers']['remove']
  'PUT /v4/forms/{id}': Resources['forms']['update']
  'POST /v4/images': Resources['images']['create']
  'POST /v4/images/{id}/crop': Resources['images']['crop']
  'DELETE /v4/images/{id}': Resources['images']['delete']
  'POST /v4/images/deletions/{id}/undo': Resources['images']['deletions']['undo']
  'GET /v4/images/{id}': Resources['images']['get']
  'GET /v4/images': Resources['images']['list']
  'PUT /v4/images/{id}': Resources['images']['update']
  'GET /v4/images/{id}/uses': Resources['images']['uses']
  'POST /v4/imports/{id}/analyze': Resources['imports']['analyze']
  'POST /v4/imports/{id}/check': Resources['imports']['check']
  'PUT /v4/imports/{id}/columns': Resources['imports']['columns']
  'POST /v4/imports': Resources['imports']['create']
  'DELETE /v4/imports/{id}': Resources['imports']['delete']
  'PUT /v4/imports/{id}/format': Resources['imports']['format']
  'GET /v4/imports/{id}': Resources['imports']['get']
  'GET /v4/imports': Resources['imports']['list']
  'POST /v4/imports/{id}/pieces': Resources['imports']['pieces']
  'POST /v4/imports/{id}/preview': Resources['imports']['preview']['create']
  'GET /v4/imports/{id}/preview': Resources['imports']['preview']['get']
  'POST /v4/imports/{id}/preview/resume': Resources['imports']['preview']['resume']
  'GET /v4/imports/{id}/preview/rows': Resources['imports']['preview']['rows']['list']
  'POST /v4/imports/{id}/preview/stop': Resources['imports']['preview']['stop']
  'POST /v4/imports/{id}/resume': Resources['imports']['resume']
  'GET /v4/imports/{id}/rows': Resources['imports']['rows']['list']
  'POST /v4/imports/{id}/start': Resources['imports']['start']
  'POST /v4/imports/{id}/stop': Resources['imports']['stop']
  'POST /v4/imports/{id}/undo': Resources['imports']['undo']
  'POST /v4/imports/{id}/undo/stop': Resources['imports']['undoStop']
  'DELETE /v4/installations/{installation_id}': Resources['installations']['delete']
  'GET /v4/installations': Resources['installations']['list']
  'POST /v4/invitations': Resources['invitations']['create']
  'DELETE /v4/invitations/{id}': Resources['invitations']['delete']
  'GET /v4/invitations': Resources['invitations']['list']
  'POST /v4/landing_pages': Resources['landingPages']['create']
  'GET /v4/landing_pages/{id}': Resources['landingPages']['get']
  'POST /v4/landing_pages/{id}/publish': Resources['landingPages']['publish']
  'GET /v4/landing_pages/{id}/revisions': Resources['landingPages']['revisions']['get']
  'POST /v4/landing_pages/{id}/revisions/{revision_id}/restore': Resources['landingPages']['revisions']['restore']
  'POST /v4/landing_pages/{id}/start': Resources['landingPages']['start']
  'POST /v4/landing_pages/{landing_page_id}/subscribers/{id}': Resources['landingPages']['subscribers']['add']
  'POST /v4/landing_pages/{id}/unpublish': Resources['landingPages']['unpublish']
  'PUT /v4/landing_pages/{id}': Resources['landingPages']['update']
  'POST /v4/landing_pages/{id}/version_b': Resources['landingPages']['versionB']
  'GET /v4/legacy_landing_pages': Resources['legacyLandingPages']['list']
  'DELETE /v4/members/{user_id}': Resources['members']['delete']
  'GET /v4/members': Resources['members']['list']
  'PUT /v4/members/{user_id}': Resources['members']['update']
  'DELETE /v4/notes/{id}': Resources['notes']['delete']
  'POST /v4/notes/restore': Resources['notes']['restore']
  'PUT /v4/notes/{id}': Resources['notes']['update']
  'GET /v4/notification_settings': Resources['notificationSettings']['get']
  'PUT /v4/notification_settings': Resources['notificationSettings']['update']
  'GET /v4/notifications': Resources['notifications']['list']
  'POST /v4/notifications/read': Resources['notifications']['read']
  'POST /v4/notifications/read_all': Resources['notifications']['readAll']
  'POST /v4/posts': Resources['posts']['create']
  'DELETE /v4/posts/{id}': Resources['posts']['delete']
  'POST /v4/posts/deletions/{id}/undo': Resources['posts']['deletions']['undo']
  'GET /v4/posts/{id}': Resources['posts']['get']
  'GET /v4/posts': Resources['posts']['list']
  'POST /v4/posts/{id}/preview': Resources['posts']['preview']
  'POST /v4/posts/{id}/publish': Resources['posts']['publish']
  'POST /v4/posts/{id}/restore': Resources['posts']['restore']
  'POST /v4/posts/{id}/shares': Resources['posts']['shares']
  'PUT /v4/posts/{id}/slug': Resources['posts']['slug']
  'GET /v4/posts/{id}/source': Resources['posts']['source']
  'POST /v4/posts/{id}/unpublish': Resources['posts']['unpublish']
  'PUT /v4/posts/{id}': Resources['posts']['update']
  'GET /v4/products': Resources['products']['list']
  'PUT /v4/products/{id}/sold_as': Resources['products']['soldAs']
  'POST /v4/purchases': Resources['purchases']['create']
  'GET /v4/purchases/{id}': Resources['purchases']['get']
  'GET /v4/purchases': Resources['purchases']['list']
  'PUT /v4/recommendations/{creator_id}/block': Resources['recommendations']['block']
  'POST /v4/recommendations': Resources['recommendations']['create']
  'GET /v4/recommendations/creators': Resources['recommendations']['creators']
  'DELETE /v4/recommendations/{creator_id}': Resources['recommendations']['delete']
  'GET /v4/recommendations': Resources['recommendations']['get']
  'POST /v4/recommendations/{creator_id}/move': Resources['recommendations']['move']
  'PUT /v4/recommendations/profile': Resources['recommendations']['profile']
  'PUT /v4/recommendations/{creator_id}': Resources['recommendations']['update']
  'GET /v4/recommendations_script': Resources['recommendationsScript']['get']
  'GET /v4/revisions': Resources['revisions']['list']
  'GET /v4/security_events': Resources['securityEvents']['list']
  'POST /v4/segments': Resources['segments']['create']
  'DELETE /v4/segments/{id}': Resources['segments']['delete']
  'POST /v4/segments/deletions/{id}/undo': Resources['segments']['deletions']['undo']
  'GET /v4/segments/{id}': Resources['segments']['get']
  'GET /v4/segments': Resources['segments']['list']
  'POST /v4/segments/preview': Resources['segments']['preview']
  'GET /v4/segments/{id}/size': Resources['segments']['size']
  'GET /v4/segments/{id}/sizes': Resources['segments']['sizes']
  'PUT /v4/segments/{id}': Resources['segments']['update']
  'POST /v4/sending_addresses': Resources['sendingAddresses']['create']
  'DELETE /v4/sending_addresses/{id}': Resources['sendingAddresses']['delete']
  'GET /v4/sending_addresses/{id}': Resources['sendingAddresses']['get']
  'GET /v4/sending_addresses': Resources['sendingAddresses']['list']
  'POST /v4/sending_addresses/{id}/make_default': Resources['sendingAddresses']['makeDefault']
  'POST /v4/sending_addresses/{id}/remind': Resources['sendingAddresses']['remind']
  'PUT /v4/sending_addresses/reply_to': Resources['sendingAddresses']['replyTo']
  'PUT /v4/sending_addresses/{id}': Resources['sendingAddresses']['update']
  'POST /v4/sending_domains/{id}/cancel_rotation': Resources['sendingDomains']['cancelRotation']
  'POST /v4/sending_domains/{id}/check': Resources['sendingDomains']['check']
  'POST /v4/sending_domains': Resources['sendingDomains']['create']
  'DELETE /v4/sending_domains/{id}': Resources['sendingDomains']['delete']
  'GET /v4/sending_domains/{id}': Resources['sendingDomains']['get']
  'GET /v4/sending_domains': Resources['sendingDomains']['list']
  'POST /v4/sending_domains/{id}/rotate': Resources['sendingDomains']['rotate']
  'GET /v4/sending_health': Resources['sendingHealth']['get']
  'POST /v4/sending_health/resume': Resources['sendingHealth']['resume']
  'POST /v4/sequence_changes/{id}/cancel': Resources['sequenceChanges']['cancel']
  'POST /v4/sequences/{sequence_id}/changes': Resources['sequences']['changes']['create']
  'GET /v4/sequences/{sequence_id}/changes': Resources['sequences']['changes']['list']
  'POST /v4/sequences/{sequence_id}/changes/preview': Resources['sequences']['changes']['preview']
  'POST /v4/sequences': Resources['sequences']['create']
  'DELETE /v4/sequences/{id}': Resources['sequences']['delete']
  'POST /v4/sequences/deletions/{id}/undo': Resources['sequences']['deletions']['undo']
  'POST /v4/sequences/{id}/duplicate': Resources['sequences']['duplicate']
  'POST /v4/sequences/{sequence_id}/emails': Resources['sequences']['emails']['create']
  'DELETE /v4/sequences/{sequence_id}/emails/{id}': Resources['sequences']['emails']['delete']
  'DELETE /v4/sequences/{sequence_id}/emails/{id}/draft': Resources['sequences']['emails']['draft']['delete']
  'GET /v4/sequences/{sequence_id}/emails/{id}/draft': Resources['sequences']['emails']['draft']['get']
  'POST /v4/sequences/{sequence_id}/emails/{id}/draft/publish': Resources['sequences']['emails']['draft']['publish']
  'PUT /v4/sequences/{sequence_id}/emails/{id}/draft': Resources['sequences']['emails']['draft']['update']
  'GET /v4/sequences/{sequence_id}/emails/{id}': Resources['sequences']['emails']['get']
  'GET /v4/sequences/{sequence_id}/emails': Resources['sequences']['emails']['list']
  'POST /v4/sequences/{sequence_id}/emails/{id}/restore': Resources['sequences']['emails']['restore']
  'POST /v4/sequences/{sequence_id}/emails/{id}/test': Resources['sequences']['emails']['test']
  'PUT /v4/sequences/{sequence_id}/emails/{id}': Resources['sequences']['emails']['update']
  'GET /v4/sequences/{sequence_id}/enrollments': Resources['sequences']['enrollments']['list']
  'GET /v4/sequences/{id}': Resources['sequences']['get']
  'GET /v4/sequences': Resources['sequences']['list']
  'POST /v4/sequences/{sequence_id}/subscribers/{id}': Resources['sequences']['subscribers']['add']
  'POST /v4/sequences/{sequence_id}/subscribers': Resources['sequences']['subscribers']['addByAddress']
  'GET /v4/sequences/{sequence_id}/subscribers': Resources['sequences']['subscribers']['list']
  'DELETE /v4/sequences/{sequence_id}/subscribers/{id}': Resources['sequences']['subscribers']['remove']
  'POST /v4/sequences/{id}/unconfirmed': Resources['sequences']['unconfirmed']
  'PUT /v4/sequences/{id}': Resources['sequences']['update']
  'POST /v4/site/domain/check': Resources['site']['domain']['check']
  'DELETE /v4/site/domain': Resources['site']['domain']['delete']
  'PUT /v4/site/domain': Resources['site']['domain']['update']
  'GET /v4/site': Resources['site']['get']
  'PUT /v4/site': Resources['site']['update']
  'POST /v4/snippets': Resources['snippets']['create']
  'GET /v4/snippets/{id}': Resources['snippets']['get']
  'GET /v4/snippets': Resources['snippets']['list']
  'POST /v4/snippets/{id}/preview': Resources['snippets']['preview']
  'POST /v4/snippets/{id}/restore': Resources['snippets']['restore']
  'PUT /v4/snippets/{id}': Resources['snippets']['update']
  'GET /v4/snippets/{id}/uses': Resources['snippets']['uses']
  'GET /v4/subscribers/{subscriber_id}/automations': Resources['subscribers']['automations']['list']
  'POST /v4/subscribers/{id}/confirm_address': Resources['subscribers']['confirmAddress']
  'POST /v4/subscribers': Resources['subscribers']['create']
  'POST /v4/subscribers/{id}/erase': Resources['subscribers']['erase']
  'POST /v4/subscribers/filter': Resources['subscribers']['filter']
  'GET /v4/subscribers/{id}': Resources['subscribers']['get']
  'GET /v4/subscribers': Resources['subscribers']['list']
  'POST /v4/subscribers/{subscriber_id}/location': Resources['subscribers']['location']['create']
  'DELETE /v4/subscribers/{subscriber_id}/location': Resources['subscribers']['location']['delete']
  'PATCH /v4/subscribers/{subscriber_id}/location': Resources['subscribers']['location']['update']
  'POST /v4/subscribers/{subscriber_id}/notes': Resources['subscribers']['notes']['create']
  'GET /v4/subscribers/{subscriber_id}/notes': Resources['subscribers']['notes']['list']
  'POST /v4/subscribers/{id}/reactivate': Resources['subscribers']['reactivate']
  'POST /v4/subscribers/{id}/restore': Resources['subscribers']['restore']
  'GET /v4/subscribers/{subscriber_id}/sequence_emails': Resources['subscribers']['sequenceEmails']
  'GET /v4/subscribers/{subscriber_id}/stats': Resources['subscribers']['stats']
  'POST /v4/subscribers/{id}/stop_tracking': Resources['subscribers']['stopTracking']
  'GET /v4/subscribers/{subscriber_id}/tags': Resources['subscribers']['tags']['list']
  'POST /v4/subscribers/{id}/unsubscribe': Resources['subscribers']['unsubscribe']
  'PUT /v4/subscribers/{id}': Resources['subscribers']['update']
  'POST /v4/suppressions': Resources['suppressions']['create']
  'DELETE /v4/suppressions/{id}': Resources['suppressions']['delete']
  'GET /v4/suppressions/{id}': Resources['suppressions']['get']
  'GET /v4/suppressions': Resources['suppressions']['list']
  'POST /v4/tag_merges': Resources['tagMerges']['create']
  'GET /v4/tag_merges/duplicates': Resources['tagMerges']['duplicates']
  'GET /v4/tag_merges': Resources['tagMerges']['list']
  'POST /v4/tag_merges/preview': Resources['tagMerges']['preview']
  'POST /v4/tag_merges/{id}/undo': Resources['tagMerges']['undo']
  'PUT /v4/tags/{id}/color': Resources['tags']['color']
  'POST /v4/tags': Resources['tags']['create']
  'DELETE /v4/tags/{id}': Resources['tags']['delete']
  'POST /v4/tags/deletions/{id}/undo': Resources['tags']['deletions']['undo']
  'GET /v4/tags/{id}': Resources['tags']['get']
  'GET /v4/tags': Resources['tags']['list']
  'POST /v4/tags/{tag_id}/subscribers/{id}': Resources['tags']['subscribers']['add']
  'POST /v4/tags/{tag_id}/subscribers': Resources['tags']['subscribers']['addByAddress']
  'GET /v4/tags/{tag_id}/subscribers': Resources['tags']['subscribers']['list']
  'DELETE /v4/tags/{tag_id}/subscribers/{id}': Resources['tags']['subscribers']['remove']
  'DELETE /v4/tags/{tag_id}/subscribers': Resources['tags']['subscribers']['removeByAddress']
  'POST /v4/tags/{tag_id}/subscribers/{id}/restore': Resources['tags']['subscribers']['restore']
  'DELETE /v4/tags/{id}/topic': Resources['tags']['topic']['delete']
  'PUT /v4/tags/{id}/topic': Resources['tags']['topic']['update']
  'PUT /v4/tags/{id}': Resources['tags']['update']
  'GET /v4/topics': Resources['topics']['list']
  'POST /v4/webhook_endpoints': Resources['webhookEndpoints']['create']
  'DELETE /v4/webhook_endpoints/{id}': Resources['webhookEndpoints']['delete']
  'GET /v4/webhook_endpoints/{id}/deliveries/{delivery_id}': Resources['webhookEndpoints']['deliveries']['get']
  'GET /v4/webhook_endpoints/{id}/deliveries': Resources['webhookEndpoints']['deliveries']['list']
  'POST /v4/webhook_endpoints/{id}/deliveries/{delivery_id}/resend': Resources['webhookEndpoints']['deliveries']['resend']
  'GET /v4/webhook_endpoints/{id}': Resources['webhookEndpoints']['get']
  'GET /v4/webhook_endpoints': Resources['webhookEndpoints']['list']
  'POST /v4/webhook_endpoints/{id}/revoke_previous_secret': Resources['webhookEndpoints']['revokePreviousSecret']
  'POST /v4/webhook_endpoints/{id}/rotate_secret': Resources['webhookEndpoints']['rotateSecret']
  'POST /v4/webhook_endpoints/{id}/samples': Resources['webhookEndpoints']['samples']
  'PATCH /v4/webhook_endpoints/{id}': Resources['webhookEndpoints']['update']
  'POST /v4/webhooks': Resources['webhooks']['create']
  'DELETE /v4/webhooks/{id}': Resources['webhooks']['delete']
  'GET /v4/webhooks': Resources['webhooks']['list']
}
