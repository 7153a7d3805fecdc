import { ErrorState } from '@/components/error-state'
import { Page } from '@/components/page-header'
import { LinkButton } from '@/components/ui/link-button'

interface PageErrorProps {
  query: { error: { message: string } | null; refetch: () => unknown }
  title?: string
  /** The list that contains such records, and its name. */
  href?: string
  label?: string
}

/** The page of a record that could not be loaded. */
export const PageError = ({ query, title, href, label }: PageErrorProps) => (
  <Page>
    <ErrorState
      as="h1"
      title={title}
      query={query}
      actions={
        href ? (
          <LinkButton variant="outline" href={href}>
            {label}
          </LinkButton>
        ) : undefined
      }
    />
  </Page>
)
