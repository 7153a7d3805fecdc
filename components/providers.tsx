'use client'

import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { PageTitle } from '@/components/page-title'
import { ConfirmIdentity } from '@/components/security/confirm-on-demand'
import { EnvoiTRPCProvider } from '@/components/trpc-provider'
import { Toaster } from '@/components/ui/sonner'

export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      <NuqsAdapter>
        <EnvoiTRPCProvider>
          {children}
          <PageTitle />
          <ConfirmIdentity />
          <Toaster />
        </EnvoiTRPCProvider>
      </NuqsAdapter>
    </ThemeProvider>
  )
}
