import { CopyButton } from '@/components/copy-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'

/** What is copied onto a site, or into a profile. */
export function Share({ form }: { form: FormDetail }) {
  const { type, format, uid, embed_js, embed_url, status } = form
  const opens = format === 'modal' || format === 'slide in' || format === 'sticky bar'
  return (
    <div className="grid max-w-3xl gap-6">
      {status === 'active' ? null : (
        <Alert tone="warning" title="This form is closed">
          Sites that embed it show nothing, and its page is gone until you use it again.
        </Alert>
      )}
      {type === 'embed' ? (
        <Snippet
          title="On your site"
          description={
            opens
              ? 'Put this line into every page on which the form shall come, best before the closing body tag.'
              : 'Put this line where the form shall stand.'
          }
          label="embed code"
          code={`<script async src="${embed_js}"></script>`}
        />
      ) : null}
      {opens ? (
        <Snippet
          title="At a click"
          description="Any link or button with this attribute opens the form, as often as people like."
          label="link"
          code={`<a href="${embed_url}" data-envoi-form="${uid}">Subscribe</a>`}
        />
      ) : null}
      <Snippet
        title={type === 'embed' ? 'As a page of its own' : 'The address of your page'}
        description="For profiles, posts and QR codes. Add ?utm_source=… to see where people came from."
        label="address"
        code={embed_url}
      />
      <Snippet
        title="In HTML of your own"
        description="Draw the form yourself. Custom fields go by their names, which you find in the settings."
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
