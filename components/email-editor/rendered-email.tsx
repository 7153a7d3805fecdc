import { useState } from 'react'
import { Monitor, Smartphone } from '@/components/generated/icons'
import { HtmlFrame } from '@/components/html-frame'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { Preview } from '@/server/modules/delivery/schema.ts'

/** An email as a subscriber receives it: sender, subject, HTML and plain text. */
export function RenderedEmail({ preview }: { preview: Preview }) {
  const [narrow, setNarrow] = useState(false)
  return (
    <div className="grid gap-4">
      {preview.mistakes.map((mistake) => (
        <Alert
          key={`${mistake.part} ${mistake.line}`}
          role="alert"
          tone="danger"
          title={`${PARTS[mistake.part]}, line ${mistake.line}: ${mistake.message}`}
        />
      ))}
      <dl className="grid gap-1 text-sm [&>div]:grid [&>div]:grid-cols-[4.5rem_1fr] [&_dt]:text-muted-foreground">
        <div>
          <dt>From</dt>
          <dd className="[overflow-wrap:anywhere]">{preview.from}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd className="font-medium">{preview.subject || '–'}</dd>
        </div>
        {preview.preview_text ? (
          <div>
            <dt>Preview</dt>
            <dd className="text-muted-foreground">{preview.preview_text}</dd>
          </div>
        ) : null}
      </dl>
      <Tabs defaultValue="html" className="gap-4">
        <div className="flex items-end justify-between gap-4">
          <TabsList aria-label="Version">
            <TabsTrigger value="html">Email</TabsTrigger>
            <TabsTrigger value="text">Plain text</TabsTrigger>
          </TabsList>
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:hidden"
            aria-pressed={narrow}
            onClick={() => setNarrow(!narrow)}
          >
            {narrow ? <Monitor aria-hidden /> : <Smartphone aria-hidden />} {narrow ? 'Desktop width' : 'Mobile width'}
          </Button>
        </div>
        <TabsContent value="html">
          <HtmlFrame title="Email" html={preview.html} className={cn('mx-auto', narrow && 'max-w-[390px]')} />
        </TabsContent>
        <TabsContent value="text">
          <pre className="whitespace-pre-wrap rounded-xl border border-border bg-card p-5 text-sm [overflow-wrap:anywhere]">
            {preview.text}
          </pre>
        </TabsContent>
      </Tabs>
    </div>
  )
}

const PARTS = { subject: 'Subject', preview_text: 'Preview text', content: 'Content', template: 'Template' }
