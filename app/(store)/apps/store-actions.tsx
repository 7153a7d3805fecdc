import { Code } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { LinkButton } from '@/components/ui/link-button'

/** Links for signed-in users: installed apps and app development. */
export function StoreActions() {
  return (
    <IfRole atLeast="viewer">
      <IfRole atLeast="admin">
        <LinkButton variant="ghost" href="/apps/develop">
          <Code aria-hidden /> Build an app
        </LinkButton>
      </IfRole>
      <LinkButton variant="outline" href="/settings/apps">
        Installed apps
      </LinkButton>
    </IfRole>
  )
}
