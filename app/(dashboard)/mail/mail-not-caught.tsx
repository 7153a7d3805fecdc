import { EmptyState } from '@/components/empty-state'
import { Page, PageHeader } from '@/components/page-header'
import { LinkButton } from '@/components/ui/link-button'

/** Shown here once a mail server is configured. */
export function MailNotCaught() {
  return (
    <Page>
      <PageHeader title="Caught emails" />
      <EmptyState
        illustration="inbox"
        title="Your email is being sent"
        description="This page showed messages while no mail server was set. They are hidden now, and each is deleted after 30 days. Reports show who received your broadcasts and sequences."
        actions={
          <LinkButton variant="outline" href="/broadcasts">
            View broadcasts
          </LinkButton>
        }
      />
    </Page>
  )
}
