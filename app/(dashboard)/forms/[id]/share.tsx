import { CopyButton } from '@/components/copy-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'

/** Embed codes and links to copy. */
export function Share({ form }: { form: FormDetail }) {
  const { type, format, uid, embed_js, embed_url, status } = form
  const opens = format === 'modal' || format === 'slide in' || format === 'sticky bar'
  return (
    <div className="grid max-w-3xl gap-6">
      {status === 'active' ? null : (
        <Alert tone="warning" title="This form is not active">
          Sites that embed it show nothing, and its page is offline. Restore the form to use it again.
        </Alert>
      )}
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
          description="Add this attribute to any link or button to open the form."
          label="link"
          code={`<a href="${embed_url}" data-envoi-form="${uid}">Subscribe</a>`}
        />
      ) : null}
      <Snippet
        title={type === 'embed' ? 'Link to a page' : 'Page link'}
        description="For profiles, posts and QR codes. Add ?utm_source=… to track where subscribers come from."
        label="address"
        code={embed_url}
      />
      <Snippet
        title="Custom HTML"
        description="Build your own form. Use the keys of custom fields as field names."
        label="HTML"
        code={`<form method="post" action="${embed_url}">\n  <input type="email" name="email_address" required>\n  <input name="first_name">\n  <button>Subscribe</button>\n</form>`}
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
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={<CopyButton value={code} label={label} showLabel />}
      />
      <CardContent>
        <pre className="whitespace-pre-wrap rounded-lg bg-muted px-4 py-3 font-mono text-sm [overflow-wrap:anywhere]">
          {code}
        </pre>
      </CardContent>
    </Card>
  )
}
