import { type Editor, useEditorState } from '@tiptap/react'
import { formatCount } from '@/components/format'
import { plainLiquid } from '@/components/liquid-parts'
import { countWords } from '@/server/lib/locale/count-words.ts'

/** Silent reading speed of adults in words per minute (Brysbaert 2019). */
const WORDS_PER_MINUTE = 238

/** Shows the number of words and the reading time. */
export function WordCount({ editor }: { editor: Editor }) {
  const words = useEditorState({
    editor,
    selector: ({ editor: current }) => countWords(plainLiquid(current.getText())),
  })
  if (words === 0) return null
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE))
  return (
    <p className="figures border-border border-t px-5 py-2 text-muted-foreground text-xs sm:px-8">
      {formatCount(words, 'word')}, {minutes} min to read
    </p>
  )
}
