import { ErrorState } from '@/components/error-state'
import { Page } from '@/components/page-header'
import { LinkButton } from '@/components/ui/link-button'

interface PageErrorProps {
  query: { error: { message: string } | null; refetch: () => unknown }
  title?: string
  /** The list that contains such records. */
  list?: { href: string; label: string }
}

/** The page of a record that could not be loaded. */
export const PageError = ({ query: { error, refetch }, title, list }: PageErrorProps) => (
  <Page>
    <ErrorState
      as="h1"
      title={title}
      error={error}
      onRetry={() => void refetch()}
      actions={
        list ? (
          <LinkButton variant="outline" href={list.href}>
            {list.label}
          </LinkButton>
        ) : undefined
      }
    />
  </Page>
)
