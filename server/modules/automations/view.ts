import type { Ctx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { TextCtx } from '../../core/texts/text-work.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { checkedContent } from './emails/content.ts'
import { Graph, type Reentry } from './graph-schema.ts'
import type { AutomationState, Kind } from './schema.ts'

/** SQL condition that the draft of automation t differs from its version in emails, graph or re-entry. */
export const HAS_CHANGES = `(t.version is null or exists (
    select from automation_version v where v.account_id = t.account_id and v.automation_id = t.id and v.version = t.version
      and (v.graph <> t.draft or v.reentry <> t.reentry)
  ) or exists (
    select from automation_version_email p
      join automation_email e on e.account_id = p.account_id and e.id = p.email_id
    where p.account_id = t.account_id and p.automation_id = t.id and p.version = t.version
      and (p.subject, p.preview_text, p.content, p.email_template_id, p.email_address)
        is distinct from (e.subject, e.preview_text, e.content, e.email_template_id, e.email_address)
  ))`

export interface StoredEmail {
  id: number
  subject: string
  preview_text: string | null
  has_content: boolean
  /** Liquid error in the content. */
  mistake: string | null
  email_template_id: number | null
  email_address: string | null
  problem: string | null
  /** Its texts, if they contain blocks for tags or segments. */
  conditions: string | null
}

/** A stored automation with the emails of its draft. */
export interface StoredAutomation {
  id: number
  name: string
  kind: Kind
  state: AutomationState
  reentry: Reentry
  graph: Graph
  revision: number
  version: number | null
  has_changes: boolean
  is_locked: boolean
  template_id: number | null
  template_version: number | null
  created_at: string
  updated_at: string
  emails: StoredEmail[]
  /** Nodes whose app does not respond properly. */
  failing: { step_id: string; problem: string }[]
}

/** The properties of a stored email, for `json_build_object`. */
export const EMAIL_MEMBERS = `'subject', e.subject, 'preview_text', e.preview_text, 'email_template_id', e.email_template_id,
  'email_address', e.email_address, 'conditions', case when concat(e.subject, e.preview_text, e.content) ~ 'subscriber\\.(tags|segments)'
    then concat_ws(' ', e.subject, e.preview_text, e.content) end`

type EmailRow = Omit<StoredEmail, 'has_content'> & { has_content: boolean | null; content: string | null }

/** Looks at the content of emails that were not looked at when they were saved. */
export async function withChecks(ctx: TextCtx, emails: readonly EmailRow[]): Promise<StoredEmail[]> {
  const checked: StoredEmail[] = []
  for (const { content, has_content, ...email } of emails) {
    if (has_content !== null) checked.push({ ...email, has_content })
    else {
      const found = await checkedContent(ctx, content ?? '')
      checked.push({ ...email, has_content: found.has_content, mistake: found.mistake })
    }
  }
  return checked
}

/** Reads an automation with its emails but not their content, in one statement. Throws not_found. */
export async function readAutomation(ctx: Ctx, { id }: { id: number }): Promise<StoredAutomation> {
  const row = await ctx.sql.one<Omit<StoredAutomation, 'emails' | 'graph'> & { draft: unknown; emails: EmailRow[] }>(
    `select t.id, t.name, t.kind, t.state, t.reentry, t.draft, t.revision, t.version, t.is_locked, t.template_id, t.template_version,
       ${HAS_CHANGES} as has_changes, ${isoSql('t.created_at')} as created_at, ${isoSql('t.updated_at')} as updated_at,
       (select coalesce(json_agg(json_build_object('id', e.id, ${EMAIL_MEMBERS}, 'problem', e.problem, 'mistake', e.mistake,
           'has_content', e.has_content, 'content', case when e.has_content is null then e.content end) order by e.id), '[]')
         from automation_email e
         where e.account_id = t.account_id and e.automation_id = t.id and e.deleted_at is null) as emails,
       (select coalesce(json_agg(json_build_object('step_id', p.step_id, 'problem', p.problem) order by p.step_id), '[]')
         from automation_pull p
         where p.account_id = t.account_id and p.automation_id = t.id and p.problem is not null and t.state = 'live') as failing
     from automation t where t.account_id = $1 and t.id = $2 and t.deleted_at is null`,
    [id],
  )
  if (!row) throw notFound()
  const { draft, emails, ...automation } = row
  return { ...automation, emails: await withChecks(ctx, emails), graph: Graph.parse(draft) }
}

interface LockedAutomation {
  id: number
  name: string
  state: AutomationState
  reentry: Reentry
  revision: number
  version: number | null
  is_locked: boolean
}

/** Locks an automation for a change. Throws not_found. */
export async function lockAutomation(tx: Tx, { id }: { id: number }): Promise<LockedAutomation> {
  const row = await tx.sql.one<LockedAutomation>(
    `select id, name, state, reentry, revision, version, is_locked from automation
     where account_id = $1 and id = $2 and deleted_at is null for update`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** Throws conflict if the draft was saved since an editor loaded it. */
export function requireRevision({ revision }: { revision: number }, loaded: number): void {
  if (revision !== loaded) throw conflict(STALE)
}

const STALE =
  'This automation was changed after you opened it. Reload the page to see the changes, then make yours again'

/** Converts a graph to plain JSON without undefined properties. */
export const storedGraph = (graph: Graph): object => JSON.parse(JSON.stringify(graph)) as object
