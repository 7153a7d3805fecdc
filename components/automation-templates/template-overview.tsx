import { useState } from 'react'
import { HtmlFrame } from '@/components/html-frame'
import { LiquidText } from '@/components/liquid-text'
import { Badge } from '@/components/ui/badge'
import type { TemplateOverview as Overview } from '@/server/modules/automation-templates/overview.ts'
import { TemplatePicture } from './template-picture'

interface Compared {
  /** The other version. Lines missing from it are marked. */
  to: Overview
  /** Label of the marked lines. */
  mark: 'New' | 'Removed'
}

/** Shows a template step by step, with its emails. */
export function TemplateOverview({ overview, comparison }: { overview: Overview; comparison?: Compared | undefined }) {
  const { picture, outline, emails, sequences } = overview
  const of_sequences = sequences.flatMap(({ name, emails }) => emails.map((email) => ({ ...email, sequence: name })))
  const different = comparison ? linesWithout(outline, comparison.to.outline) : new Set<number>()
  const allEmails = [...emails.map((email) => ({ ...email, sequence: null })), ...of_sequences]
  return (
    <div className="grid gap-5">
      <TemplatePicture
        picture={picture}
        className="mx-auto max-h-80 w-full"
        marks={comparison && { boxes: different, mark: comparison.mark }}
      />
      <ol className="grid list-decimal gap-1.5 ps-5 text-sm">
        {outline.map(({ id, kind, text }, line) => (
          <li key={`${kind} ${id}`} className="[overflow-wrap:anywhere]">
            {kind === 'trigger' ? <span className="text-muted-foreground">Trigger: </span> : null}
            {text}
            {comparison && different.has(line) ? <Mark mark={comparison.mark} /> : null}
          </li>
        ))}
      </ol>
      {allEmails.length > 0 ? (
        <div className="grid gap-2">
          <p className="font-medium text-sm">Emails</p>
          {allEmails.map((email, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: emails of a version have no other key and never move
            <Email key={i} {...email} mark={comparison && !has(comparison.to, email) ? comparison.mark : undefined} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** Indexes of lines that the other outline lacks or has less often. The diagram's boxes are in the same order. */
function linesWithout(outline: Overview['outline'], other: Overview['outline']): Set<number> {
  const left = other.map(({ kind, text }) => `${kind} ${text}`)
  return new Set(
    outline.flatMap(({ kind, text }, line) => {
      const found = left.indexOf(`${kind} ${text}`)
      if (found < 0) return [line]
      left.splice(found, 1)
      return []
    }),
  )
}

const has = (overview: Overview, { subject, preview_text, content }: Overview['emails'][number]) =>
  [...overview.emails, ...overview.sequences.flatMap(({ emails }) => emails)].some(
    (email) => email.subject === subject && email.preview_text === preview_text && email.content === content,
  )

const Mark = ({ mark }: { mark: Compared['mark'] }) => (
  <Badge tone={mark === 'New' ? 'success' : 'warning'} className="ms-2">
    {mark}
  </Badge>
)

type EmailProps = Overview['emails'][number] & {
  /** Name of the email's sequence. */
  sequence: string | null
  mark?: Compared['mark'] | undefined
}

/** Loads the frame when the email is opened, because a template can have dozens. */
function Email({ subject, preview_text, content, sequence, mark }: EmailProps) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="rounded-lg border border-border px-3.5 py-2.5 text-sm"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer [overflow-wrap:anywhere]">
        <LiquidText text={subject || 'No subject'} />
        {sequence === null ? null : <span className="text-muted-foreground"> · in the sequence {sequence}</span>}
        {mark ? <Mark mark={mark} /> : null}
        {preview_text ? (
          <span className="block text-muted-foreground">
            <LiquidText text={preview_text} />
          </span>
        ) : null}
      </summary>
      {open ? <HtmlFrame title={subject || 'No subject'} html={content} height={260} className="mt-3" /> : null}
    </details>
  )
}
