import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '@/components/copy-button'
import { allFieldsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { SectionCard } from '@/components/ui/card'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { frameSnippet, htmlSnippet, reactSnippet } from './snippets'

/** Embed codes and links to copy. */
export function Share({ form }: { form: FormDetail }) {
  const fields = useQuery(allFieldsQuery(useTRPC()))
  const { type, format, uid, embed_js, embed_url, status, is_public } = form
  const opens = format === 'modal' || format === 'slide in' || format === 'sticky bar'
  return (
    <div className="grid max-w-3xl gap-6">
      {status === 'active' ? null : (
        <Alert tone="warning" title="This form is not active">
          Sites that embed it show nothing, and its page is offline. Restore the form to use it again.
        </Alert>
      )}
      {status === 'active' && !is_public ? (
        <Alert tone="warning" title="This page is not published">
          Its address answers “Page not found” until you publish it under Page sections.
        </Alert>
      ) : null}
      {type === 'embed' ? (
        <Snippet
          title="Embed on your site"
          description={
            opens
              ? 'Paste this into every page where you want the form, before the closing body tag.'
              : 'Paste this where you want the form.'
          }
          label="embed code"
          code={`<script async src="${embed_js}"></script>`}
        />
      ) : null}
      {opens ? (
        <Snippet
          title="Open with a click"
          description="Add this address to any link, or the attribute to any button, on a page with the embed code."
          label="link"
          code={`<a href="#form-${uid}">Subscribe</a>\n<button data-envoi-form="${uid}">Subscribe</button>`}
        />
      ) : null}
      <Snippet
        title={type === 'embed' ? 'Link to a page' : 'Page link'}
        description="For profiles, posts and QR codes. Add ?utm_source=… to track where subscribers come from."
        label="address"
        code={embed_url}
      />
      <Snippet
        title="Frame"
        description="For sites that don’t allow scripts. With the script, the frame is as tall as the form."
        label="frame"
        code={frameSnippet(embed_url)}
      />
      <Snippet
        title="React"
        description="A component for React and Next.js, in TypeScript."
        label="component"
        code={reactSnippet(embed_js)}
      />
      <Snippet
        title="Plain HTML"
        description="Change it as you like, but keep the names of the fields. Without the script, visitors confirm with one more click."
        label="HTML"
        code={htmlSnippet(form, fields.data?.rows ?? [])}
      />
    </div>
  )
}

interface SnippetProps {
  title: string
  description: string
  label: string
  code: string
}

function Snippet({ title, description, label, code }: SnippetProps) {
  return (
    <SectionCard title={title} description={description} actions={<CopyButton value={code} label={label} showLabel />}>
      <pre className="whitespace-pre-wrap rounded-lg bg-muted px-4 py-3 font-mono text-sm [overflow-wrap:anywhere]">
        {code}
      </pre>
    </SectionCard>
  )
}
