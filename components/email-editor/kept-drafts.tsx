'use client'

import Link from 'next/link'
import { useEffect, useState } from 'react'
import { plainLiquid } from '@/components/liquid-parts'
import { Alert } from '@/components/ui/alert'
import { t } from '@/server/lib/locale/texts.ts'
import { listKept, useKeeper } from './kept-changes'

interface KeptDraftsProps {
  /** How the keys of such drafts begin, as `useAutosave` has them: `broadcast`. */
  of: string
  /** The page of a draft is below it. */
  path: string
}

interface Text {
  subject?: string | null
  title?: string
}

/** Leads to drafts with text that only this tab has: nothing of a new one is stored yet, so no list shows it. */
export function KeptDrafts({ of, path }: KeptDraftsProps) {
  const keeper = useKeeper()
  const [drafts, setDrafts] = useState<{ id: number; name: string }[]>([])
  useEffect(() => {
    const kept = listKept<Text>(`${keeper} ${of}`)
    setDrafts(kept.map(({ id, changes }) => ({ id, name: plainLiquid(changes.subject || changes.title || '') })))
  }, [keeper, of])
  if (drafts.length === 0) return null
  return (
    <Alert tone="warning" title="This tab has text that is not saved yet">
      <ul>
        {drafts.map(({ id, name }) => (
          <li key={id}>
            <Link href={`${path}/${id}`} className="underline underline-offset-4">
              {name || t`Draft without a title`}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
