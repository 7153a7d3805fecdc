import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { AppChanges } from '@/components/apps/app-changes'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { CircleCheck, CircleDashed } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardFooter, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'

/** Submits the app to the store, removes it from the store, and deletes it. */
export function PublishTab({ app }: { app: AppDetail }) {
  return (
    <div className="grid max-w-2xl gap-6">
      {app.revision === 'none' ? null : <RevisionCard app={app} />}
      {app.status === 'unpublished' ? <Submit app={app} /> : <Submitted app={app} />}
      <DeleteCard app={app} />
    </div>
  )
}

function Submit({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const submit = useAction(trpc.apps.develop.submit, { invalidates: trpc.apps })
  const ready = app.missing.length === 0
  return (
    <Card>
      <CardHeader
        title="Submit to the store"
        description="An administrator reviews the app within five business days and emails you the decision. Until then, only those with the link can install it."
      />
      <CardContent>
        {ready ? (
          <p className="flex items-center gap-2.5 text-sm">
            <CircleCheck aria-hidden className="size-4.5 shrink-0 text-success" /> Ready to submit.
          </p>
        ) : (
          <div className="grid gap-3">
            <p className="font-medium text-sm">Before you submit:</p>
            <ul className="grid gap-2 text-sm">
              {app.missing.map((thing) => (
                <li key={thing} className="flex items-start gap-2.5">
                  <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" /> {thing}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardContent>
      <CardFooter>
        <ConfirmDialog
          trigger={<Button disabled={!ready}>Submit for review</Button>}
          title={`Submit ${app.name}?`}
          description="During the review, you can only change the client secret. You can withdraw the app at any time."
          confirmLabel="Submit for review"
          onConfirm={() => submit.run({ id: app.id }, 'App submitted. You get an email with the decision')}
        />
      </CardFooter>
    </Card>
  )
}

function Submitted({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const withdraw = useAction(trpc.apps.develop.withdraw, { invalidates: trpc.apps })
  const isPublished = app.status === 'published'
  const startDate = isPublished ? app.reviewed_at : app.submitted_at
  return (
    <Card>
      <CardHeader
        title={isPublished ? 'In the store' : 'In review'}
        description={
          isPublished
            ? 'Changes to the listing, the access it asks for, and new hosts are reviewed before creators see them. Plugins change as soon as you save.'
            : 'You get an email with the decision.'
        }
      />
      <CardContent>
        {startDate ? (
          <p className="text-sm">
            {isPublished ? 'Approved' : 'Submitted'} <RelativeTime at={startDate} />
          </p>
        ) : null}
      </CardContent>
      <CardFooter>
        <ConfirmDialog
          trigger={<Button variant="outline">{isPublished ? 'Remove from store' : 'Withdraw'}</Button>}
          title={isPublished ? `Remove ${app.name} from the store?` : `Withdraw ${app.name}?`}
          description={
            isPublished
              ? 'New creators can’t find it anymore. Existing installations keep working. Returning to the store requires a new review.'
              : 'You can edit it and submit it again when you are ready.'
          }
          confirmLabel={isPublished ? 'Remove from store' : 'Withdraw app'}
          onConfirm={() => withdraw.run({ id: app.id })}
        />
      </CardFooter>
    </Card>
  )
}

function RevisionCard({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const submit = useAction(trpc.apps.develop.submit, { invalidates: trpc.apps })
  const discard = useAction(trpc.apps.develop.discardChanges, { invalidates: trpc.apps })
  const isDeclined = app.revision === 'declined'
  return (
    <Card>
      <CardHeader
        title={isDeclined ? 'Changes that were not approved' : 'Changes in review'}
        description={
          isDeclined
            ? 'Creators still see the approved version.'
            : 'Creators see the approved version until a reviewer approves these changes. You get an email with the decision.'
        }
      />
      <CardContent>
        <AppChanges app={app} />
      </CardContent>
      <CardFooter>
        <ConfirmDialog
          trigger={<Button variant="outline">Discard changes</Button>}
          title="Discard these changes?"
          description="The app goes back to its approved version. This cannot be undone."
          confirmLabel="Discard changes"
          tone="destructive"
          onConfirm={() => discard.run({ id: app.id })}
        />
        {isDeclined ? (
          <Button
            pending={submit.isPending}
            onClick={() => submit.start({ id: app.id }, 'Changes submitted. You get an email with the decision')}
          >
            Submit again
          </Button>
        ) : null}
      </CardFooter>
    </Card>
  )
}

function DeleteCard({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const remove = useAction(trpc.apps.develop.delete)
  return (
    <Card>
      <CardHeader title="Delete app" description="Uninstalls the app from all accounts and revokes its tokens." />
      <CardFooter className="mt-5">
        <ConfirmDialog
          trigger={<Button variant="outline">Delete app</Button>}
          title={`Delete ${app.name}?`}
          description="It is uninstalled from all accounts immediately. This cannot be undone."
          confirmLabel="Delete app"
          confirmText={app.name}
          tone="destructive"
          onConfirm={async () => {
            await remove.run({ id: app.id }, `Deleted ${app.name}`)
            router.push('/apps/develop')
            await client.invalidateQueries(trpc.apps.develop.list.pathFilter())
          }}
        />
      </CardFooter>
    </Card>
  )
}
