'use client'

import Link from 'next/link'
import { Code } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { Button } from '@/components/ui/button'

/** Links for signed-in users: installed apps and app development. */
export function StoreActions() {
  return (
    <IfRole atLeast="viewer">
      <IfRole atLeast="admin">
        <Button asChild variant="ghost">
          <Link href="/apps/develop">
            <Code aria-hidden /> Build an app
          </Link>
        </Button>
      </IfRole>
      <Button asChild variant="outline">
        <Link href="/settings/apps">Installed apps</Link>
      </Button>
    </IfRole>
  )
}
