import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'
import type { InstallOffer } from '@/server/modules/installs/schema.ts'

/** Shown to editors and viewers, who can’t install apps. */
export function AdminRequired({ accounts }: { accounts: InstallOffer['accounts'] }) {
  return (
    <div className="grid gap-5">
      <Alert tone="warning" title="You can’t install apps">
        {accounts.map(({ id, name, role }) => (
          <p key={id}>
            In “{name}”, you are {ROLE_LABELS[role as keyof typeof ROLE_LABELS].with_article}.
          </p>
        ))}
        <p>Only admins and owners can install apps. Send them the link to this page.</p>
      </Alert>
      <LinkButton variant="outline" size="lg" href="/">
        Go to Envoi
      </LinkButton>
    </div>
  )
}
