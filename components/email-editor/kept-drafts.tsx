import Link from 'next/link'
import { useEffect, useState } from 'react'
import { plainLiquid } from '@/components/liquid-parts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toastWithUndo } from '@/components/undo-toast'
import { t } from '@/server/lib/locale/texts.ts'
import { keepChanges, listKept, onKeptChanged, readKept, useKeeper } from './kept-changes'

interface KeptDraftsProps {
  /** Key prefix of these drafts in `useAutosave`: `broadcast`. */
  of: string
  /** The path that contains the drafts' pages. */
  path: string
}

interface Text {
  subject?: string | null
  title?: string
}

/** Links to drafts with text that only this tab has. An unsaved new draft is in no other list. */
export function KeptDrafts({ of, path }: KeptDraftsProps) {
  const keeper = useKeeper()
  const [drafts, setDrafts] = useState<{ id: number; name: string }[]>([])
  useEffect(() => {
    const read = () => {
      const kept = listKept<Text>(`${keeper} ${of}`)
      setDrafts(kept.map(({ id, changes }) => ({ id, name: plainLiquid(changes.subject || changes.title || '') })))
    }
    read()
    return onKeptChanged(read)
  }, [keeper, of])
  if (drafts.length === 0) return null

  /** The draft may no longer exist, so nothing else would remove it from this list. */
  function discard(id: number, title: string) {
    const key = `${keeper} ${of} ${id}`
    const kept = readKept<Text>(key)
    keepChanges(key, { changes: {} })
    if (kept) toastWithUndo(t`Discarded unsaved text: “${title}”`, async () => keepChanges(key, kept))
  }

  return (
    <Alert tone="warning" title="This tab has text that is not saved yet">
      <ul>
        {drafts.map(({ id, name }) => {
          const title = name || t`Draft without a title`
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <Link href={`${path}/${id}`} className="underline underline-offset-4">
                {title}
              </Link>
              <Button
                variant="ghost"
                size="sm"
                aria-label={t`Discard unsaved text: “${title}”`}
                onClick={() => discard(id, title)}
              >
                Discard
              </Button>
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
