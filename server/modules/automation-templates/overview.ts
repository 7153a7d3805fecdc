import { Content } from './content-schema.ts'
import type { StoredVersion } from './directory.ts'
import { type OutlineLine, outlineOf } from './outline.ts'
import { Picture } from './picture-schema.ts'
import type { SubmittedTemplate } from './review-schema.ts'
import { Label } from './schema.ts'

export interface TemplateOverview {
  name: string
  description: string
  labels: Label[]
  picture: Picture
  outline: OutlineLine[]
  emails: { subject: string; preview_text: string | null; content: string }[]
  sequences: { name: string; emails: TemplateOverview['emails'] }[]
}

/** A submission with the live version that it would replace. */
export interface TemplateReview extends SubmittedTemplate, TemplateOverview {
  labels: Label[]
  live: TemplateOverview | null
}

export const contentOf = ({ reentry, graph, emails, needs }: StoredVersion): Content =>
  Content.parse({ reentry, graph, emails, needs })

export const labelsOf = (labels: readonly string[]): Label[] =>
  labels.flatMap((label) => Label.safeParse(label).data ?? [])

export function overviewOf(version: StoredVersion): TemplateOverview {
  const content = contentOf(version)
  return {
    name: version.name,
    description: version.description,
    labels: labelsOf(version.labels),
    picture: Picture.parse(version.picture),
    outline: outlineOf(content),
    emails: textsOf(content.emails),
    sequences: content.needs.flatMap((need) =>
      need.kind === 'sequence' ? [{ name: need.name, emails: textsOf(need.emails) }] : [],
    ),
  }
}

const textsOf = (emails: TemplateOverview['emails']): TemplateOverview['emails'] =>
  emails.map(({ subject, preview_text, content }) => ({ subject, preview_text, content }))

export function reviewView({
  submitted,
  live,
}: {
  submitted: SubmittedTemplate & StoredVersion
  live: StoredVersion | null
}): TemplateReview {
  const { id, version, app_id, app_name, developer, is_live, submitted_at } = submitted
  return {
    ...overviewOf(submitted),
    id,
    version,
    app_id,
    app_name,
    developer,
    is_live,
    submitted_at,
    live: live && overviewOf(live),
  }
}
