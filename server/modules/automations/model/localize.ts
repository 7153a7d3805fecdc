import type { Ctx } from '../../../core/context.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createTag } from '../../tags/service.ts'
import { Graph } from '../graph-schema.ts'
import { createAutomation } from '../service.ts'
import { FIELDS, FORMS, PRODUCTS, TAGS } from './generate-steps.ts'

// A scenario's numbers as ids of an account.

/** The id of number n is at n - 1. */
export interface Ids {
  tag: number[]
  field: number[]
  form: number[]
  product: number[]
  automation: number[]
}

export const idOf = (ids: Ids, kind: keyof Ids, number: number): number => {
  const id = ids[kind][number - 1]
  if (id === undefined) throw new Error(`No ${kind} ${number}`)
  return id
}

/** Creates everything that graphs name. Custom field n has the key `field_n`. */
export async function createObjects(ctx: Ctx, { automations }: { automations: number }): Promise<Ids> {
  const { account_id } = ctx
  const each = async (count: number, create: (number: number) => Promise<number>) => {
    const ids: number[] = []
    for (let number = 1; number <= count; number++) ids.push(await create(number))
    return ids
  }
  return {
    tag: await each(TAGS, async (number) => (await createTag(ctx, { name: `Tag ${number}` })).value.id),
    field: await each(FIELDS, async (number) => (await createCustomField(ctx, { label: `Field ${number}` })).value.id),
    form: await each(FORMS, async (number) => {
      const data = { account_id, name: `Form ${number}`, uid: `model-${account_id}-${number}` }
      return (await ctx.db.form.create({ data })).id
    }),
    product: await each(PRODUCTS, async (number) => {
      const data = { account_id, name: `Product ${number}`, pid: `p${number}`, created_at: ctx.now() }
      return (await ctx.db.product.create({ data })).id
    }),
    automation: await each(automations, async (number) => {
      const { id } = await createAutomation(ctx, { name: `Automation ${number}`, kind: 'visual' })
      return id
    }),
  }
}

const KINDS: Record<string, keyof Ids> = {
  tag_id: 'tag',
  matching: 'tag',
  custom_field_id: 'field',
  subscriber_custom_field_id: 'field',
  form_id: 'form',
  product_id: 'product',
  automation_id: 'automation',
}

/** Returns the graph with ids. A branch of a split by tag has the id as text. */
export function localize(graph: Graph, ids: Ids): Graph {
  const replace = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => replace(one, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member, key)]))
    const kind = KINDS[name]
    return kind && typeof value === 'number' ? idOf(ids, kind, value) : value
  }
  const { steps, ...rest } = Graph.parse(replace(graph))
  const byTag = (step: (typeof steps)[number]) =>
    step.kind === 'split' && step.by.type === 'tag'
      ? {
          ...step,
          branches: step.branches.map((one) => ({ ...one, value: String(idOf(ids, 'tag', Number(one.value))) })),
        }
      : step
  return { ...rest, steps: steps.map(byTag) }
}
