'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { ErrorState } from '@/components/error-state'
import { errorText } from '@/components/error-text'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Label } from '@/components/ui/label'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import type { ReviewDetail, TestView } from '@/server/modules/apps/review-schema.ts'

const NEW_ACCOUNT = 'new'

/** Installs the version in review into an account of the administrator, and removes it. */
export function TestInstalls({ app }: { app: ReviewDetail }) {
  const { id: app_id, status, revision } = app
  const trpc = useTRPC()
  const tests = useQuery(trpc.admin.reviews.tests.queryOptions({ app_id }))
  const in_review = status === 'in_review' || revision === 'in_review'
  if (!in_review && !tests.data?.tests.length) return null
  return (
    <Card>
      <CardHeader
        title="Test install"
        description="Install the version in review without publishing it. The test is removed when the review ends, or after 7 days."
      />
      <CardContent className="grid gap-5">
        {tests.error ? (
          <ErrorState as="h3" error={tests.error} onRetry={() => void tests.refetch()} />
        ) : !tests.data ? (
          <Skeleton className="h-12 w-full" />
        ) : (
          <>
            {tests.data.tests.length > 0 ? (
              <ul className="grid divide-y divide-border">
                {tests.data.tests.map((test) => (
                  <Test key={test.account_id} app={app} test={test} />
                ))}
              </ul>
            ) : null}
            {in_review ? <Start app_id={app_id} accounts={tests.data.accounts} /> : null}
          </>
        )}
      </CardContent>
    </Card>
  )
}

function Test({ app, test }: { app: ReviewDetail; test: TestView }) {
  const { account_id, account_name, is_complete, started_by, started_at, expires_at } = test
  const trpc = useTRPC()
  const client = useQueryClient()
  const remove = useMutation(trpc.admin.reviews.removeTest.mutationOptions())
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {account_name}
          {is_complete ? (
            <StatusBadge label="Installed" tone="success" icon={CircleCheck} />
          ) : (
            <StatusBadge label="Incomplete" tone="warning" icon={CircleDashed} />
          )}
        </p>
        <p className="text-muted-foreground">
          Started <RelativeTime at={started_at} />
          {started_by ? ` by ${started_by}` : null}. Removed on <DateTime at={expires_at} /> at the latest.
        </p>
      </div>
      <ConfirmDialog
        trigger={
          <Button size="sm" variant="outline">
            Remove test
          </Button>
        }
        title={`Remove ${app.name} from “${account_name}”?`}
        description="The app is uninstalled and its tokens end right away."
        confirmLabel="Remove test"
        tone="destructive"
        onConfirm={async () => {
          await remove.mutateAsync({ app_id: app.id, account_id })
          await client.invalidateQueries(trpc.admin.reviews.pathFilter())
          await client.invalidateQueries(trpc.apps.pathFilter())
        }}
      />
    </li>
  )
}

function Start({ app_id, accounts }: { app_id: number; accounts: readonly { id: number; name: string }[] }) {
  const trpc = useTRPC()
  const start = useMutation(trpc.admin.reviews.startTest.mutationOptions())
  const [chosen, setChosen] = useState(NEW_ACCOUNT)
  const options = [
    { value: NEW_ACCOUNT, label: 'New account for this test' },
    ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <div className="grid gap-3">
      {start.error ? <Alert role="alert" tone="danger" title={errorText(start.error)} /> : null}
      <div className="grid gap-1.5">
        <Label htmlFor="test-account">Account</Label>
        <SelectInput id="test-account" value={chosen} onChange={setChosen} options={options} />
      </div>
      <p className="text-muted-foreground text-sm">
        Opens the account and goes through the app’s own sign-in and consent. Come back here when you are done.
      </p>
      <Button
        variant="outline"
        className="justify-self-start"
        pending={start.isPending || start.isSuccess}
        onClick={() =>
          start.mutate(
            { app_id, account_id: chosen === NEW_ACCOUNT ? null : Number(chosen) },
            { onSuccess: ({ url }) => window.location.assign(url) },
          )
        }
      >
        Install test
      </Button>
    </div>
  )
}
