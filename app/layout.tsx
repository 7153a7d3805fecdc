import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import './globals.css'
import localFont from 'next/font/local'
import { Providers } from '@/components/providers'
import { scriptAddress } from '@/server/core/locale/script.ts'
import { currentLocale } from '@/server/lib/locale/current.ts'
import { earlyInput } from './early-input.ts'
import { earlyTheme } from './early-theme.ts'

// Loaded with the page, so nothing moves when it arrives. Other scripts of the family are imported by globals.css.
const latin = localFont({
  src: '../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-latin',
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  title: { default: 'Envoi', template: '%s · Envoi' },
  description: 'Email marketing for creators.',
  applicationName: 'Envoi',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfefe' },
    { media: '(prefers-color-scheme: dark)', color: '#141a1d' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Set by proxy.ts. Reading it makes every page dynamic, as the nonce requires.
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const locale = currentLocale()
  const script = scriptAddress(locale)
  return (
    <html lang={locale.tag} dir={locale.dir} className={latin.variable} suppressHydrationWarning>
      <head>
        <script nonce={nonce} suppressHydrationWarning>
          {`${earlyTheme()};${earlyInput()}`}
        </script>
        {/* Not async, because translations must load before the first component. */}
        {script ? <script src={script} nonce={nonce} /> : null}
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
