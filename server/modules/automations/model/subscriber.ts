import type { Action } from '../graph-schema.ts'
import { filledIn, type Happening } from './matching.ts'
import { APP_EVENT, LINKS, type Life, REPEATING, type Scenario, type SubscriberChange } from './scenario.ts'

const inOrder = <Value>(map: ReadonlyMap<number, Value>): Record<number, Value> =>
  Object.fromEntries([...map].sort(([a], [b]) => a - b))

/** The facts about a subscriber, and the events that their changes cause. */
export class Subscriber {
  state: Life['state'] = 'active'
  readonly tags: Set<number>
  readonly fields: Map<number, string>
  readonly forms = new Set<number>()
  readonly products = new Set<number>()
  readonly sequences = new Map<number, 'active' | 'completed'>()
  /** Number of queued emails, by automation. */
  readonly emails = new Map<number, number>()
  readonly zone: string
  now: number
  /** Events that automations have not seen yet. */
  happened: Happening[] = []
  private orders = 0

  constructor({ subscribers, zone, start }: Scenario, number: number) {
    const given = subscribers[number]
    if (!given) throw new Error('No such subscriber')
    this.now = start
    this.zone = given.zone ?? zone
    this.tags = new Set(given.tags)
    this.fields = new Map(Object.entries(given.fields).map(([field, value]) => [Number(field), value]))
  }

  life(): Omit<Life, 'paths'> {
    const { tags, fields, state, sequences, emails } = this
    return {
      tags: [...tags].sort(),
      fields: Object.fromEntries(fields),
      state,
      sequences: inOrder(sequences),
      emails: inOrder(emails),
    }
  }

  nextOrder(): number {
    return ++this.orders
  }

  happen(type: Happening['type'], object: number | string, value?: string): void {
    this.happened.push({ at: this.now, order: this.nextOrder(), type, object, ...(value !== undefined && { value }) })
  }

  change(change: SubscriberChange) {
    switch (change.what) {
      case 'tag':
        return this.tag(change.tag)
      case 'untag':
        return this.untag(change.tag)
      case 'field':
        return this.set(change.field, change.value)
      case 'form':
        if (!this.forms.has(change.form)) this.happen('form_joined', change.form)
        this.forms.add(change.form)
        return
      case 'purchase':
        this.products.add(change.product)
        return this.happen('purchased', change.product)
      case 'event':
        return this.happen('api_event', change.name)
      case 'app':
        return this.happen('app_event', APP_EVENT, change.course ?? undefined)
      case 'click':
        // Machine clicks advance no one.
        if (!change.is_machine) this.happen('link_clicked', LINKS[change.link - 1] ?? '')
        return
      case 'finish':
        if (this.state !== 'active' || this.sequences.get(change.sequence) !== 'active') return
        this.sequences.set(change.sequence, 'completed')
        return this.happen('sequence_completed', change.sequence)
      case 'unsubscribe':
        this.state = 'cancelled'
        return
      case 'bounce':
        if (this.state === 'active') this.state = 'bounced'
        return
      case 'resubscribe':
        if (this.state === 'cancelled') this.state = 'active'
        return
      case 'restore':
        if (this.state === 'bounced') this.state = 'active'
    }
  }

  /** Applies an action of an automation. */
  act(automation: number, action: Exclude<Action, { type: 'start_automation' }>) {
    switch (action.type) {
      case 'add_tag':
        return this.tag(action.tag_id)
      case 'remove_tag':
        return this.untag(action.tag_id)
      case 'set_field':
        return this.set(action.custom_field_id, filledIn(action.value, this))
      case 'unsubscribe':
        this.state = 'cancelled'
        return
      case 'add_to_sequence':
        // Subscribers who completed a repeating sequence start again.
        if (this.sequences.get(action.sequence_id) !== 'completed' || REPEATING.has(action.sequence_id))
          this.sequences.set(action.sequence_id, 'active')
        return
      case 'remove_from_sequence':
        this.sequences.delete(action.sequence_id)
        return
      case 'send_email':
        this.emails.set(automation, (this.emails.get(automation) ?? 0) + 1)
        return
      case 'notify_team':
      case 'app_action':
    }
  }

  private tag(tag: number): void {
    if (!this.tags.has(tag)) this.happen('tag_added', tag)
    this.tags.add(tag)
  }

  private untag(tag: number): void {
    if (this.tags.delete(tag)) this.happen('tag_removed', tag)
  }

  private set(field: number, value: string): void {
    if ((this.fields.get(field) ?? '') === value) return
    if (value === '') this.fields.delete(field)
    else this.fields.set(field, value)
    this.happen('field_changed', field, value)
  }
}
