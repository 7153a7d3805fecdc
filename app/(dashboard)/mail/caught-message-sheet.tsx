import { useQuery } from '@tanstack/react-query'
import { Trash2 } from '@/components/generated/icons'
import { HtmlFrame } from '@/components/html-frame'
import { Loaded } from '@/components/loaded'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { useAction } from '@/components/use-action'
import type { CaughtMessage } from '@/server/modules/delivery/schema.ts'

export function CaughtMessageSheet({ id, onClose }: { id: number | null; onClose: () => void }) {
  const trpc = useTRPC()
  const message = useQuery(trpc.mail.get.queryOptions({ id: id ?? 0 }, { enabled: id !== null }))
  const remove = useAction(trpc.mail.delete, {
    invalidates: trpc.mail.list,
    done: 'Message deleted',
    onDone: () => onClose(),
  })
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      title={message.data?.subject || 'Message'}
      className="w-full sm:max-w-3xl"
    >
      <Loaded query={message} as="h3" loading={<Skeleton className="h-128 w-full rounded-xl" />}>
        {(data) => (
          <div className="grid gap-5">
            <MessageContent message={data} />
            <IfRole atLeast="editor">
              <Button
                variant="ghost"
                className="justify-self-start text-destructive-ink"
                pending={remove.isPending}
                onClick={() => (id === null ? undefined : remove.start({ id }))}
              >
                <Trash2 aria-hidden /> Delete message
              </Button>
            </IfRole>
          </div>
        )}
      </Loaded>
    </Sheet>
  )
}

function MessageContent({ message }: { message: CaughtMessage }) {
  const source = message.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return (
    <div className="grid gap-5">
      <dl className="grid gap-1 text-sm [&>div]:grid [&>div]:grid-cols-[4.5rem_1fr] [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-muted-foreground">
        <div>
          <dt>From</dt>
          <dd>{message.from}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{message.to}</dd>
        </div>
        <div>
          <dt>Caught</dt>
          <dd>
            <DateTime at={message.created_at} />
          </dd>
        </div>
      </dl>
      <Tabs defaultValue={message.html ? 'html' : 'text'} className="gap-4">
        <TabsList aria-label="Message parts">
          {message.html ? <TabsTrigger value="html">Email</TabsTrigger> : null}
          {message.text ? <TabsTrigger value="text">Plain text</TabsTrigger> : null}
          <TabsTrigger value="headers">Headers</TabsTrigger>
        </TabsList>
        {message.html ? (
          <TabsContent value="html" className="grid gap-2">
            <HtmlFrame title="Message" html={message.html} />
            {message.blocked_images > 0 ? (
              <p className="text-muted-foreground text-sm">Remote images are not loaded, so no opens are counted.</p>
            ) : null}
          </TabsContent>
        ) : null}
        {message.text ? (
          <TabsContent value="text">
            <Source text={message.text} />
          </TabsContent>
        ) : null}
        <TabsContent value="headers">
          <Source text={source} />
        </TabsContent>
      </Tabs>
    </div>
  )
}

function Source({ text }: { text: string }) {
  return (
    <pre className="whitespace-pre-wrap rounded-xl border border-border bg-card p-5 font-mono text-xs [overflow-wrap:anywhere]">
      {text}
    </pre>
  )
}
