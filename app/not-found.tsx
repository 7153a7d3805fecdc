import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { EmptyState } from '@/components/empty-state'
import { StandalonePage } from '@/components/standalone-page'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { pageContext, signInPath } from '@/server/auth/page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'

export const metadata: Metadata = { title: 'Not found' }

/** Shows the same for nonexistent and forbidden pages. An administrator whose session ended can sign in and return. */
export default async function NotFound() {
  const { user } = await pageContext()
  const path = localPath((await headers()).get('x-path'))
  return (
    <StandalonePage>
      <EmptyState
        as="h1"
        illustration="lost"
        title="Page not found"
        description={
          user
            ? 'It may have moved, or it belongs to another account.'
            : 'It may have moved, or you may need to sign in to see it.'
        }
        actions={
          <>
            {user ? null : (
              <Button asChild>
                <a href={signInPath(path)}>Sign in</a>
              </Button>
            )}
            <LinkButton variant={user ? 'primary' : 'outline'} href="/">
              Go home
            </LinkButton>
          </>
        }
      />
    </StandalonePage>
  )
}
