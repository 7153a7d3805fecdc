import type { Ctx } from '../../../core/context.ts'
import { confirmedSenderSql } from '../../delivery/sending/confirmed-sender.ts'
import { namedInFilter } from '../../subscribers/filter/references.ts'
import type { Filter, FilterObject } from '../../subscribers/filter-schema.ts'
import type { Action, Graph, Listener, Step, Trigger } from '../graph-schema.ts'
import { CHOICE_KINDS, OBJECT_KINDS, type ObjectKind } from '../schema.ts'

/** An object that a step or trigger names by id. */
export interface Reference {
  kind: ObjectKind
  id: number
  step_id: string | null
  trigger_id: string | null
}

type Named = Pick<Reference, 'kind' | 'id'>

/** Returns the objects named by a graph, in the order of its triggers and steps. */
export function referencesOf({ triggers, steps }: Pick<Graph, 'triggers' | 'steps'>): Reference[] {
  return [
    ...triggers.flatMap(({ id, on }) => namedBy(on).map((named) => ({ ...named, step_id: null, trigger_id: id }))),
    ...steps.flatMap((step) => ofStep(step).map((named) => ({ ...named, step_id: step.id, trigger_id: null }))),
  ]
}

const one = (kind: ObjectKind, id: number | null): Named[] => (id === null ? [] : [{ kind, id }])

/** Returns the objects named by a trigger or listener. */
export function namedBy(on: Trigger['on'] | Listener): Named[] {
  switch (on.type) {
    case 'form_joined':
      return one('form', on.form_id)
    case 'tag_added':
    case 'tag_removed':
      return one('tag', on.tag_id)
    case 'field_changed':
    case 'date_reached':
      return one('field', on.custom_field_id)
    case 'purchased':
      return one('product', on.product_id)
    case 'sequence_completed':
      return one('sequence', on.sequence_id)
    case 'automation_completed':
      return one('automation', on.automation_id)
    case 'app_event':
      return one('plugin', on.plugin_id)
    case 'segment_entered':
      return one('segment', on.segment_id)
    default:
      return []
  }
}

/** Returns the objects named by an action, without its email. */
export function namedByAction(action: Action): Named[] {
  switch (action.type) {
    case 'add_tag':
    case 'remove_tag':
      return one('tag', action.tag_id)
    case 'add_to_sequence':
    case 'remove_from_sequence':
      return one('sequence', action.sequence_id)
    case 'set_field':
      return one('field', action.custom_field_id)
    case 'notify_team':
      return action.user_ids.flatMap((id) => one('member', id))
    case 'app_action':
      return one('plugin', action.plugin_id)
    case 'start_automation':
      return one('automation', action.automation_id)
    default:
      return []
  }
}

function ofStep(step: Step): Named[] {
  switch (step.kind) {
    case 'action':
      return namedByAction(step.action)
    case 'wait_for_event':
    case 'goal':
      return step.events.flatMap(namedBy)
    case 'condition':
      return ofFilter(step.filter)
    case 'split':
      return step.by.type === 'field' ? one('field', step.by.custom_field_id) : step.branches.flatMap(ofTagBranch)
    default:
      return []
  }
}

const ofTagBranch = ({ value }: { value: string }): Named[] =>
  /^\d{1,9}$/.test(value.trim()) ? one('tag', Number(value)) : one('tag', 0)

const IN_FILTERS: Record<FilterObject, ObjectKind | null> = {
  tag: 'tag',
  form: 'form',
  field: 'field',
  broadcast: 'broadcast',
  link: 'link',
  mechanism: null,
  sequence: 'sequence',
  automation: 'automation',
  product: 'product',
}

const ofFilter = (filter: Filter): Named[] =>
  namedInFilter(filter).flatMap(({ kind, id }) => {
    const checked = IN_FILTERS[kind]
    return checked === null ? [] : { kind: checked, id }
  })

/** Names of existing objects, by kind and id. */
export type Names = Record<ObjectKind, ReadonlyMap<number, string>>

export interface KnownObjects {
  /** Names, including the subjects of the requested emails. */
  names: Names & { email: ReadonlyMap<number, string> }
  /** Kind and declared settings of plugins. */
  plugins: ReadonlyMap<number, { kind: string; settings: unknown }>
  /** Sending addresses that may send. Null: the default one. */
  senders: ReadonlySet<string | null>
  templates: ReadonlySet<number>
  has_postal_address: boolean
  time_zone: string
}

interface KnownRow {
  emails: Record<string, string>
  names: Record<ObjectKind, Record<string, string>>
  plugins: { id: number; kind: string; settings: unknown }[]
  senders: { email_address: string; is_default: boolean }[]
  templates: number[]
  has_postal_address: boolean
  time_zone: string
}

interface Wanted {
  named: readonly Named[]
  template_ids?: readonly number[]
  email_ids?: readonly number[]
}

/** Returns the emails sent by steps. */
export const emailIdsOf = (steps: readonly Step[]): number[] =>
  steps.flatMap((step) => (step.kind === 'action' ? (emailIdOf(step.action) ?? []) : []))

export const emailIdOf = (action: Action): number | undefined =>
  action.type === 'send_email' ? action.email_id : undefined

/** Loads named objects, and requirements of emails, in one statement. Objects of other accounts are missing. */
export async function findObjects(
  ctx: Ctx,
  { named, template_ids = [], email_ids = [] }: Wanted,
): Promise<KnownObjects> {
  const ids = OBJECT_KINDS.map((kind) => [...new Set(named.flatMap((each) => (each.kind === kind ? [each.id] : [])))])
  const row = await ctx.sql.one<KnownRow>(findSql(), [...ids, template_ids, email_ids])
  if (!row) throw new Error('No answer')
  const byId = (found: Record<string, string> = {}) =>
    new Map(Object.entries(found).map(([id, name]) => [Number(id), name]))
  const names = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, byId(row.names[kind])])) as unknown as Names
  return {
    names: { ...names, email: byId(row.emails) },
    plugins: new Map(row.plugins.map(({ id, ...plugin }) => [id, plugin])),
    senders: new Set(
      row.senders.flatMap(({ email_address, is_default }) => [email_address, ...(is_default ? [null] : [])]),
    ),
    templates: new Set(row.templates),
    has_postal_address: row.has_postal_address,
    time_zone: row.time_zone,
  }
}

/** By kind of a picker: table, name, and condition of existence. */
export const STORED: Record<(typeof CHOICE_KINDS)[number], { from: string; name: string; exists?: string }> = {
  tag: { from: 'tag', name: 't.name' },
  form: { from: 'form', name: 't.name', exists: "t.status <> 'trashed'" },
  field: { from: 'custom_field', name: 't.label' },
  sequence: { from: 'sequence', name: 't.name', exists: 't.deleted_at is null' },
  segment: { from: 'segment', name: 't.name' },
  product: { from: 'product', name: 't.name' },
  automation: { from: 'automation', name: 't.name', exists: 't.deleted_at is null' },
  broadcast: { from: 'broadcast', name: `coalesce(nullif(trim(t.subject), ''), 'No subject')` },
}

/** Returns the parameter with the ids of a kind. Parameters are in the order of OBJECT_KINDS. */
const idsAt = (kind: ObjectKind) => `$${OBJECT_KINDS.indexOf(kind) + 2}::int[]`
const TEMPLATES = `$${OBJECT_KINDS.length + 2}::int[]`
const EMAILS = `$${OBJECT_KINDS.length + 3}::int[]`

const INSTALLED = `app_plugin p join app a on a.id = p.app_id and a.deleted_at is null
  where p.id = any (${idsAt('plugin')})
    and exists (select from installation i where i.account_id = $1 and i.app_id = a.id and i.state = 'installed')`

const storedNames = CHOICE_KINDS.map((kind) => {
  const { from, name, exists } = STORED[kind]
  return `'${kind}', (select coalesce(json_object_agg(t.id, ${name}), '{}') from ${from} t
      where t.account_id = $1 and t.id = any (${idsAt(kind)})${exists ? ` and ${exists}` : ''})`
})

const findSql = () => `select json_build_object(
    ${storedNames.join(',\n    ')},
    'link', (select coalesce(json_object_agg(t.id, t.url), '{}') from link t where t.account_id = $1 and t.id = any (${idsAt('link')})),
    'plugin', (select coalesce(json_object_agg(p.id, p.name), '{}') from ${INSTALLED}),
    'member', (select coalesce(json_object_agg(t.id, coalesce(t.name, t.email)), '{}')
      from membership m join users t on t.id = m.user_id
      where m.account_id = $1 and m.user_id = any (${idsAt('member')}))
  ) as names,
  (select coalesce(json_object_agg(e.id, e.subject), '{}') from automation_email e
    where e.account_id = $1 and e.id = any (${EMAILS}) and e.subject <> '') as emails,
  (select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'settings', p.settings)), '[]') from ${INSTALLED}) as plugins,
  (select coalesce(json_agg(json_build_object('email_address', s.email_address, 'is_default', s.is_default)), '[]')
    from sending_address s join account a on a.id = s.account_id
    where s.account_id = $1 and ${confirmedSenderSql()}) as senders,
  (select coalesce(json_agg(t.id), '[]') from email_template t
    where t.account_id = $1 and (t.id = any (${TEMPLATES}) or t.is_default)) as templates,
  trim(coalesce(a.postal_address, '')) <> '' as has_postal_address, a.time_zone
  from account a where a.id = $1`
