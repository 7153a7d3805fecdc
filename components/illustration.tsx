import type { ReactNode } from 'react'
import { Drawing, storm } from '@/components/state-frame'

/** Illustrations for empty and error states. */
const drawings = {
  emails: (
    <>
      <path d="M26 34h58a4 4 0 0 1 4 4v38a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4Z" />
      <path d="m23 37 28.5 22a6 6 0 0 0 7 0L87 37" />
      <path d="M36 26h60a4 4 0 0 1 4 4v34" opacity=".45" />
      <path className="stroke-stamp" d="M97 16c4-5 9-6 14-5m-8 11c3-2 6-2 9-1" />
    </>
  ),
  subscribers: (
    <>
      <circle cx="60" cy="38" r="12" />
      <path d="M38 78c1-14 10-22 22-22s21 8 22 22" />
      <g opacity=".45">
        <circle cx="27" cy="46" r="8" />
        <path d="M12 74c1-9 6-14 14-14M93 54a8 8 0 1 0-7-12" />
        <path d="M94 60c8 0 13 5 14 14" />
      </g>
      <path className="stroke-stamp" d="M101 20v12m-6-6h12" />
    </>
  ),
  tags: (
    <>
      <path d="M34 30h24a6 6 0 0 1 4 2l24 24a6 6 0 0 1 0 8.5L69 81.5a6 6 0 0 1-8.5 0l-24-24a6 6 0 0 1-2-4V34" />
      <circle className="stroke-stamp" cx="47" cy="43" r="4" />
      <path d="M66 24h8a6 6 0 0 1 4 2l22 22a6 6 0 0 1 0 8.5L95 61" opacity=".45" />
    </>
  ),
  search: (
    <>
      <circle cx="54" cy="46" r="22" />
      <path d="m70 62 20 20" strokeWidth="3" />
      <path d="M42 46a12 12 0 0 1 12-12" opacity=".45" />
      <path className="stroke-stamp" d="M92 22v8m-4-4h8" />
    </>
  ),
  inbox: (
    <>
      <path d="M24 56 36 28a5 5 0 0 1 4.5-3h39a5 5 0 0 1 4.5 3l12 28v20a5 5 0 0 1-5 5H29a5 5 0 0 1-5-5V56Z" />
      <path d="M24 56h22l5 9h18l5-9h22" />
      <path d="M44 40h32m-28 8h24" opacity=".45" />
      <path className="stroke-stamp" d="m100 18 7-5m-4 12 8-1" />
    </>
  ),
  chart: (
    <>
      <path d="M22 22v54a4 4 0 0 0 4 4h74" />
      <path d="M32 66c10-2 14-18 24-18s12 10 22 4 12-22 20-24" />
      <path d="M44 80V68m18 12V58m18 22V62" opacity=".45" />
      <circle className="stroke-stamp" cx="98" cy="28" r="4" />
    </>
  ),
  file: (
    <>
      <path d="M38 16h30l18 18v44a5 5 0 0 1-5 5H38a5 5 0 0 1-5-5V21a5 5 0 0 1 5-5Z" />
      <path d="M67 17v13a5 5 0 0 0 5 5h13" />
      <path d="M44 48h30m-30 10h30m-30 10h18" opacity=".45" />
      <path className="stroke-stamp" d="M102 72V56m-6 6 6-6 6 6" />
    </>
  ),
  storm,
  lost: (
    <>
      <path d="M30 30h60a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4Z" />
      <path d="M76 40h10v12H76z" className="stroke-stamp" />
      <path d="M36 60h26m-26 8h18" opacity=".45" />
      <path d="M44 42c0-6 10-6 10 0 0 4-5 4-5 8m0 3v.5" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IllustrationName = keyof typeof drawings

export const Illustration = ({ name }: { name: IllustrationName }) => <Drawing>{drawings[name]}</Drawing>
