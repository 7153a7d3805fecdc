import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { Graph, Reentry } from '../../automations/graph-schema.ts'
import { readDefinitions } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { type Content, MAX_CONTENT_BYTES, type Need, type NeedKind, type TemplateEmail } from '../content-schema.ts'
import { mapGraph, mapSegment, type ReferenceKind, type Visit } from './references.ts'

export interface Snapshot {
  source_version: number
  content: Content
}

/**
 * Copies the published version of an automation with everything it needs. Throws invalid, with instructions, for an automation that was
 * never published or that creators could not use.
 */
export async function takeSnapshot(ctx: Ctx, source: { automation_id: number; app_id: number }): Promise<Snapshot> {
  const published_version = await findPublished(ctx, source)
  const graph = withoutNotes(Graph.parse(published_version.graph))
  const ids = new Map<ReferenceKind, Set<number>>()
  const collect: Visit = (kind, id) => {
    ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
    return id
  }
  mapGraph(graph, collect)
  const definitions = await readDefinitions(ctx, { ids: [...(ids.get('segment') ?? [])] })
  for (const definition of definitions.values()) mapSegment(definition, collect)
  const problems = await findForeign(ctx, ids, source.app_id)
  const { emails, needs } = await readParts(ctx, {
    ids,
    graph,
    definitions,
    ...source,
    version: published_version.version,
  })
  problems.push(...missingOf(ids, needs, emails))
  const texts = [...emails, ...needs.flatMap((need) => (need.kind === 'sequence' ? need.emails : []))]
  if (texts.some(({ subject, content }) => USES_SNIPPET.test(subject) || USES_SNIPPET.test(content)))
    problems.push('Replace snippets in its emails with their text: creators do not have your snippets')
  const content: Content = { reentry: Reentry.parse(published_version.reentry), graph, emails, needs }
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_CONTENT_BYTES)
    problems.push('Shorten its emails: a template has at most 2 MB with its emails and sequences')
  if (problems.length > 0) throw invalid(problems)
  return { source_version: published_version.version, content }
}

/** Notes at steps are for the developer's team. */
const withoutNotes = (graph: Graph): Graph => ({ ...graph, steps: graph.steps.map((step) => ({ ...step, note: '' })) })

const USES_SNIPPET = /\{[{%][^{}]{0,200}\bsnippet\./

async function findPublished(ctx: Ctx, { automation_id }: { automation_id: number }) {
  const automation = await ctx.sql.one<{ version: number | null; graph: unknown; reentry: string | null }>(
    `select a.version, v.graph, v.reentry from automation a
     left join automation_version v on v.account_id = a.account_id and v.automation_id = a.id and v.version = a.version
     where a.account_id = $1 and a.id = $2 and a.deleted_at is null`,
    [automation_id],
  )
  if (!automation) throw invalid('Choose one of your automations: the one it was made from was deleted')
  if (automation.version === null)
    throw invalid('Publish the automation first: a template copies what is published. You can pause it right away.')
  return { version: automation.version, graph: automation.graph, reentry: automation.reentry }
}

/** Returns the reasons why the automation cannot be used in other accounts. */
async function findForeign(ctx: Ctx, ids: Map<ReferenceKind, Set<number>>, app_id: number): Promise<string[]> {
  const problems: string[] = []
  if (ids.has('automation'))
    problems.push('Remove triggers and steps that name another automation: creators do not have it')
  if (ids.has('broadcast') || ids.has('link') || ids.has('source'))
    problems.push('Remove conditions on broadcasts, stored links and source IDs: creators do not have them')
  const plugins = [...(ids.get('plugin') ?? [])]
  const own = await ctx.sql.rows(
    `select g.id from app_plugin g join app a on a.id = g.app_id
     where a.account_id = $1 and a.id = $2 and g.id = any ($3::int[])`,
    [app_id, plugins],
  )
  if (own.length < plugins.length)
    problems.push('Remove steps and triggers of other apps: a template uses those of its own app')
  return problems
}

interface Parts {
  ids: Map<ReferenceKind, Set<number>>
  graph: Graph
  definitions: Map<number, SegmentFilter>
  automation_id: number
  version: number
}

/** Reads the version's emails and the objects named by the graph and its emails, in one statement each. */
async function readParts(ctx: Ctx, { ids, graph, definitions, automation_id, version }: Parts) {
  const idsOf = (kind: ReferenceKind) => [...(ids.get(kind) ?? [])]
  const emails = await ctx.sql.rows<TemplateEmail>(
    `select email_id as id, subject, preview_text, content from automation_version_email
     where account_id = $1 and automation_id = $2 and version = $3 and email_id = any ($4::int[]) order by email_id`,
    [automation_id, version, idsOf('email')],
  )
  const rows = await ctx.sql.rows<Need & { definition?: undefined }>(
    `select 'tag' as kind, id, name, null as key, null as type, null::jsonb as emails, null::jsonb as format from tag
       where account_id = $1 and id = any ($2::bigint[])
     union all select 'custom_field', id, label, key, null, null, jsonb_build_object('type', type, 'choices', choices)
       from custom_field where account_id = $1
     union all select 'form', id, name, null, type, null, null from form
       where account_id = $1 and id = any ($3::int[]) and status <> 'trashed'
     union all select 'sequence', s.id, s.name, null, null, coalesce((
         select jsonb_agg(jsonb_build_object('subject', e.subject, 'preview_text', e.preview_text, 'content', e.content,
           'delay_value', e.delay_value, 'delay_unit', e.delay_unit) order by e.position)
         from sequence_email e where e.account_id = s.account_id and e.sequence_id = s.id and e.published
           and e.deleted_at is null), '[]'), null
       from sequence s where s.account_id = $1 and s.id = any ($4::int[]) and s.deleted_at is null
     union all select 'segment', id, name, null, null, null, null from segment where account_id = $1 and id = any ($5::int[])
     union all select 'product', id, name, null, null, null, null from product where account_id = $1 and id = any ($6::int[])
     order by 1, 2`,
    [idsOf('tag'), idsOf('form'), idsOf('sequence'), idsOf('segment'), idsOf('product')],
  )
  const written = writtenKeys([graph, emails, rows.flatMap((row) => (row.kind === 'sequence' ? row.emails : []))])
  const wanted = rows.filter(
    (row) => row.kind !== 'custom_field' || ids.get('custom_field')?.has(row.id) || written.has(row.key),
  )
  return { emails, needs: wanted.map((row) => needOf(row, definitions)) }
}

/** Returns the keys of the fields used in texts. */
const writtenKeys = (texts: unknown): Set<string> =>
  new Set(Array.from(JSON.stringify(texts).matchAll(/\bsubscriber\.([a-z0-9_]+)/g), ([, key = '']) => key))

function needOf(row: Need, definitions: Parts['definitions']): Need {
  const { kind, id, name } = row
  if (kind === 'custom_field') return { kind, id, name, key: row.key, format: row.format }
  if (kind === 'form') return { kind, id, name, type: row.type }
  if (kind === 'sequence') return { kind, id, name, emails: row.emails }
  if (kind !== 'segment') return { kind, id, name }
  return { kind, id, name, definition: definitions.get(id) ?? SegmentFilter.parse({ conditions: [] }) }
}

const WORDS: Record<NeedKind | 'email', string> = {
  tag: 'tag',
  custom_field: 'custom field',
  form: 'form',
  sequence: 'sequence',
  segment: 'segment',
  product: 'product',
  email: 'email',
}

/** Returns objects that were deleted after the automation was published. */
function missingOf(
  ids: Map<ReferenceKind, Set<number>>,
  needs: readonly Need[],
  emails: readonly TemplateEmail[],
): string[] {
  const found = new Set(
    [...needs, ...emails.map(({ id }) => ({ kind: 'email', id }))].map(({ kind, id }) => `${kind} ${id}`),
  )
  return (Object.keys(WORDS) as (keyof typeof WORDS)[])
    .filter((kind) => [...(ids.get(kind) ?? [])].some((id) => !found.has(`${kind} ${id}`)))
    .map((kind) => `The automation names a ${WORDS[kind]} that was deleted. Choose another and publish it again.`)
}
