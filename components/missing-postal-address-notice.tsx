import { useQuery } from '@tanstack/react-query'
import { obstacleQuery } from '@/components/page-queries'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'

/** Shown when sequences can’t send because the account has no postal address. */
export function MissingPostalAddressNotice({ hasLink = true }: { hasLink?: boolean }) {
  const trpc = useTRPC()
  const { data } = useQuery(obstacleQuery(trpc))
  if (!data) return null
  const { problem, sequence_count } = data
  return (
    <Alert
      tone="danger"
      title={
        sequence_count === 1 ? '1 active sequence is not sending' : `${sequence_count} active sequences are not sending`
      }
      actions={
        hasLink ? (
          <IfRole atLeast="admin">
            <LinkButton size="sm" href="/settings/general">
              Add postal address
            </LinkButton>
          </IfRole>
        ) : undefined
      }
    >
      {problem} Subscribers keep their position, and late emails are sent once the address is added.
    </Alert>
  )
}
