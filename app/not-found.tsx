import type { Metadata } from 'next'
import Link from 'next/link'
import { EmptyState } from '@/components/empty-state'
import { StandalonePage } from '@/components/standalone-page'
import { Button } from '@/components/ui/button'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <StandalonePage>
      <EmptyState
        as="h1"
        illustration="lost"
        title="Page not found"
        description="It may have moved, or it belongs to another account."
        actions={
          <Button asChild>
            <Link href="/">Go home</Link>
          </Button>
        }
      />
    </StandalonePage>
  )
}
