import type { TestAccount } from '../../../testing/account.ts'
import { installedPlugin } from '../../../testing/modules/installed-plugin.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createSegment } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { createTag } from '../../tags/service.ts'
import { createEmail, saveEmail } from '../emails/drafts.ts'
import { Graph } from '../graph-schema.ts'
import { createAutomation } from '../service.ts'
import { FIELDS, FORMS, PRODUCTS, SEQUENCES, TAGS } from './generate-steps.ts'
import { REPEATING, SEGMENTS } from './scenario.ts'

// Maps a scenario's numbers to ids of an account.

/** The id of object n is at index n - 1. */
export interface Ids {
  tag: number[]
  field: number[]
  form: number[]
  product: number[]
  sequence: number[]
  segment: number[]
  automation: number[]
  /** Email of automation n. */
  email: number[]
  /** The owner. */
  user: number[]
  /** A plugin of an app that reports events, and one of an app that acts. */
  plugin: number[]
}

export const idOf = (ids: Partial<Ids>, kind: keyof Ids, number: number): number => {
  const id = ids[kind]?.[number - 1]
  if (id === undefined) throw new Error(`No ${kind} ${number}`)
  return id
}

/** Creates all objects that graphs name. Custom field n has the key `field_n`. */
export async function createObjects(
  account: TestAccount,
  { automations, app_url }: { automations: number; app_url: string },
): Promise<Ids> {
  const { account_id, ctx } = account
  const each = async (count: number, create: (number: number) => Promise<number>) => {
    const ids: number[] = []
    for (let number = 1; number <= count; number++) ids.push(await create(number))
    return ids
  }
  const tag = await each(TAGS, async (number) => (await createTag(ctx, { name: `Tag ${number}` })).value.id)
  const automation = await each(automations, async (number) => {
    const { id } = await createAutomation(ctx, { name: `Automation ${number}`, kind: 'visual' })
    return id
  })
  return {
    tag,
    field: await each(FIELDS, async (number) => (await createCustomField(ctx, { label: `Field ${number}` })).value.id),
    form: await each(FORMS, async (number) => {
      const data = { account_id, name: `Form ${number}`, uid: `model-${account_id}-${number}` }
      return (await ctx.db.form.create({ data })).id
    }),
    product: await each(PRODUCTS, async (number) => {
      const data = { account_id, name: `Product ${number}`, pid: `p${number}`, created_at: ctx.now() }
      return (await ctx.db.product.create({ data })).id
    }),
    sequence: await each(SEQUENCES, async (number) => {
      const made = await makeSequence(account, { name: `Sequence ${number}`, repeat: REPEATING.has(number) })
      // Never due unless the scenario changes it.
      await made.email({ delay_value: NEVER_DAYS })
      return made.id
    }),
    segment: await each(SEGMENTS.length, async (number) => {
      const definition = SegmentFilter.parse(replaceIds(SEGMENTS[number - 1], { tag }))
      return (await createSegment(ctx, { name: `Segment ${number}`, definition })).id
    }),
    automation,
    email: await each(automations, async (number) => {
      const { id } = await createEmail(ctx, { automation_id: automation[number - 1] ?? 0 })
      await saveEmail(ctx, { id, subject: `Email ${number}`, content: '<p>Hello {{ subscriber.field_1 }}.</p>' })
      return id
    }),
    user: [account.user_id],
    plugin: [
      await addPlugin(ctx, { kind: 'automation_event', url: app_url, setting: 'course' }),
      await addPlugin(ctx, { kind: 'automation_action', url: app_url, setting: 'until' }),
    ],
  }
}

const addPlugin = async (
  ctx: TestAccount['ctx'],
  { kind, url: request_url, setting }: { kind: 'automation_event' | 'automation_action'; url: string; setting: string },
): Promise<number> => {
  const settings = [{ name: setting, type: 'text', label: 'Setting', required: true }]
  return (await installedPlugin(ctx, { kind, request_url, settings })).plugin_id
}

const NEVER_DAYS = 365

const KINDS: Record<string, keyof Ids> = {
  tag_id: 'tag',
  matching: 'tag',
  custom_field_id: 'field',
  subscriber_custom_field_id: 'field',
  form_id: 'form',
  product_id: 'product',
  automation_id: 'automation',
  sequence_id: 'sequence',
  segment_id: 'segment',
  email_id: 'email',
  user_ids: 'user',
  plugin_id: 'plugin',
}

function replaceIds(given: unknown, ids: Partial<Ids>): unknown {
  const replace = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => replace(one, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member, key)]))
    const kind = KINDS[name]
    return kind && typeof value === 'number' ? idOf(ids, kind, value) : value
  }
  return replace(given)
}

/** Returns the graph with ids. Branches of a split by tag hold the id as text. */
export function localize(graph: Graph, ids: Ids): Graph {
  const { steps, ...rest } = Graph.parse(replaceIds(graph, ids))
  const byTag = (step: (typeof steps)[number]) =>
    step.kind === 'split' && step.by.type === 'tag'
      ? {
          ...step,
          branches: step.branches.map((one) => ({ ...one, value: String(idOf(ids, 'tag', Number(one.value))) })),
        }
      : step
  return { ...rest, steps: steps.map(byTag) }
}
