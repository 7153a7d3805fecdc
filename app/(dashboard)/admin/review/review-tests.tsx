import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DividedList } from '@/components/divided-list'
import { errorText } from '@/components/error-text'
import { Loaded, type LoadedQuery } from '@/components/loaded'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Label } from '@/components/ui/label'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'

const NEW_ACCOUNT = 'new'

interface TestRow {
  account_id: number
  account_name: string
  started_by: string | null
  started_at: string
  expires_at: string
}

interface ReviewTestsProps<Row extends TestRow> {
  title: string
  description: string
  query: LoadedQuery<{ tests: readonly Row[]; accounts: readonly { id: number; name: string }[] }>
  /** Shown beside the account's name. */
  mark?: (test: Row) => React.ReactNode
  removal: (test: Row) => { title: string; description: string }
  onRemove: (test: Row) => Promise<void>
  /** Undefined: tests cannot be started. */
  start?: StartProps | undefined
}

interface StartProps {
  help: string
  label: string
  /** Resolves to the URL where the test continues. */
  onStart: (account_id: number | null) => Promise<{ url: string }>
}

/** Tests of a version in review, in administrators' accounts. */
export function ReviewTests<Row extends TestRow>(props: ReviewTestsProps<Row>) {
  const { title, description, query, start } = props
  return (
    <SectionCard title={title} description={description} className="grid gap-5">
      <Loaded query={query} as="h3" loading={<Skeleton className="h-12 w-full" />}>
        {({ tests, accounts }) => (
          <>
            {tests.length > 0 ? (
              <DividedList
                rows={tests}
                rowId={({ account_id }) => account_id}
                className="flex flex-wrap items-start justify-between gap-3"
              >
                {(test) => <Test test={test} {...props} />}
              </DividedList>
            ) : null}
            {start ? <Start accounts={accounts} {...start} /> : null}
          </>
        )}
      </Loaded>
    </SectionCard>
  )
}

function Test<Row extends TestRow>({ test, mark, removal, onRemove }: ReviewTestsProps<Row> & { test: Row }) {
  const { account_name, started_by, started_at, expires_at } = test
  return (
    <>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {account_name}
          {mark?.(test)}
        </p>
        <p className="text-muted-foreground">
          Started <RelativeTime at={started_at} />
          {started_by ? ` by ${started_by}` : null}. Removed on <DateTime at={expires_at} /> at the latest.
        </p>
      </div>
      <ConfirmDialog
        trigger="Remove test"
        {...removal(test)}
        confirmLabel="Remove test"
        tone="destructive"
        onConfirm={() => onRemove(test)}
      />
    </>
  )
}

function Start({ accounts, help, label, onStart }: StartProps & { accounts: readonly { id: number; name: string }[] }) {
  const [chosenAccount, setChosenAccount] = useState(NEW_ACCOUNT)
  const [state, setState] = useState<{ is_pending: boolean; error?: unknown }>({ is_pending: false })
  const options = [
    { value: NEW_ACCOUNT, label: 'New account for this test' },
    ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const start = async () => {
    setState({ is_pending: true })
    try {
      const { url } = await onStart(chosenAccount === NEW_ACCOUNT ? null : Number(chosenAccount))
      window.location.assign(url)
    } catch (error) {
      setState({ is_pending: false, error })
    }
  }
  return (
    <div className="grid gap-3">
      {state.error ? <Alert role="alert" tone="danger" title={errorText(state.error)} /> : null}
      <div className="grid gap-1.5">
        <Label htmlFor="test-account">Account</Label>
        <SelectInput id="test-account" value={chosenAccount} onChange={setChosenAccount} options={options} />
      </div>
      <p className="text-muted-foreground text-sm">{help}</p>
      <Button variant="outline" className="justify-self-start" pending={state.is_pending} onClick={() => void start()}>
        {label}
      </Button>
    </div>
  )
}
