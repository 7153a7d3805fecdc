import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { InstallOffer } from '@/server/modules/installs/schema.ts'

/** Editors and viewers cannot let an app in: whom to ask. */
export function AdminRequired({ accounts }: { accounts: InstallOffer['accounts'] }) {
  return (
    <div className="grid gap-5">
      <Alert tone="warning" title="You cannot install apps here">
        {accounts.map(({ id, name, role }) => (
          <p key={id}>
            In “{name}” you are {role === 'editor' ? 'an' : 'a'} {role}.
          </p>
        ))}
        <p>Installing an app needs an admin or an owner. Send them the address of this page.</p>
      </Alert>
      <Button asChild variant="outline" size="lg">
        <Link href="/">Go to Envoi</Link>
      </Button>
    </div>
  )
}
