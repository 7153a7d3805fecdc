import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '@/components/logo'

/** A page outside the dashboard, such as an error page or OAuth consent. */
export function StandalonePage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-5 py-5 sm:px-8">
        <Link href="/" aria-label="Envoi, home" className="inline-flex rounded-lg">
          <Logo />
        </Link>
      </header>
      <main className="grid flex-1 place-items-center pb-24">{children}</main>
    </div>
  )
}
