'use client'

import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { PageTitle } from '@/components/page-title'
import { ConfirmIdentity } from '@/components/security/confirm-identity'
import { EnvoiTRPCProvider } from '@/components/trpc-provider'
import { Toaster } from '@/components/ui/sonner'
import { TooltipProvider } from '@/components/ui/tooltip'

export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      <NuqsAdapter>
        <EnvoiTRPCProvider>
          <TooltipProvider delayDuration={350}>
            {children}
            <PageTitle />
            <ConfirmIdentity />
            <Toaster />
          </TooltipProvider>
        </EnvoiTRPCProvider>
      </NuqsAdapter>
    </ThemeProvider>
  )
}
