import Link from 'next/link'
import type { ReactNode } from 'react'
import { LegalLinks } from '@/components/legal-links'
import { Logo } from '@/components/logo'

interface AuthFrameProps {
  /** Links of the instance, such as its terms of service. */
  links?: readonly { label: string; href: string }[]
  children: ReactNode
}

/** The form, with a brand panel beside it on wide screens. */
export function AuthFrame({ links = [], children }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex flex-col px-5 py-5 sm:px-10 sm:py-8">
        <header>
          <Link href="/" aria-label="Envoi, home" className="inline-flex rounded-lg">
            <Logo />
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10 max-sm:justify-start max-sm:pt-14">
          {children}
        </main>
        <LegalLinks links={links} />
      </div>
      <BrandPanel />
    </div>
  )
}

function BrandPanel() {
  return (
    <aside
      aria-label="About Envoi"
      className="relative m-3 ms-0 flex flex-col justify-between overflow-hidden rounded-3xl bg-[oklch(0.3_0.055_218)] p-12 text-[oklch(0.96_0.012_210)] max-lg:hidden xl:p-16"
    >
      <Flight />
      <p className="relative max-w-md text-balance font-semibold text-4xl tracking-[-0.03em] xl:text-[2.75rem] xl:leading-[3.125rem]">
        Write once.
        <br />
        Reach every inbox.
      </p>
      <dl className="relative grid max-w-md gap-6 text-[oklch(0.87_0.025_210)] text-sm">
        <div>
          <dt className="font-semibold text-[oklch(0.96_0.012_210)]">envoi</dt>
          <dd className="mt-1 text-pretty text-base">
            <i>noun, French.</i> The act of sending. In poetry, a short final stanza that dedicates the poem.
          </dd>
        </div>
      </dl>
    </aside>
  )
}

/** Decorative lines and sheets of paper. */
function Flight() {
  return (
    <svg
      viewBox="0 0 640 800"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      className="absolute inset-0 size-full"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g stroke="oklch(0.8 0.07 205)" strokeWidth="1.25">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
          <path
            key={line}
            opacity={0.4 - line * 0.042}
            d={`M-40 ${650 - line * 15} C 150 ${700 - line * 30}, 300 ${545 - line * 22}, 405 ${452 - line * 9} S 600 ${330 + line * 12}, 700 ${235 + line * 26}`}
          />
        ))}
      </g>
      <g transform="translate(404 372) rotate(-14)">
        <rect x="0" y="0" width="150" height="102" rx="11" fill="oklch(0.975 0.006 210)" />
        <path d="m6 8 62 49a11 11 0 0 0 14 0l62-49" stroke="oklch(0.6 0.06 215)" strokeWidth="2" />
        <circle cx="75" cy="66" r="10" fill="oklch(0.7 0.165 42)" />
      </g>
      <g transform="translate(196 500) rotate(9)" opacity=".5">
        <rect width="92" height="63" rx="8" fill="oklch(0.45 0.065 216)" />
        <path d="m4 5 38 30a7 7 0 0 0 8 0L88 5" stroke="oklch(0.75 0.06 210)" strokeWidth="1.75" />
      </g>
      <g transform="translate(66 588) rotate(-9)" opacity=".3">
        <rect width="62" height="42" rx="6" fill="oklch(0.5 0.065 216)" />
        <path d="m3 4 25 19a5 5 0 0 0 6 0L59 4" stroke="oklch(0.75 0.06 210)" strokeWidth="1.5" />
      </g>
    </svg>
  )
}
