import { wordDiff } from '@/server/lib/text/word-diff.ts'

/** The text after a change, with added and removed words marked. */
export const TextChange = ({ before, after }: { before: string; after: string }) =>
  wordDiff(before, after).map(({ kind, text }, index) =>
    kind === 'same' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key and never move
      <span key={index}>{text}</span>
    ) : kind === 'added' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <ins key={index} className="rounded-sm bg-success-soft text-success-ink no-underline">
        <span className="sr-only">Added: </span>
        {text}
      </ins>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <del key={index} className="rounded-sm bg-destructive-soft text-destructive-ink">
        <span className="sr-only">Removed: </span>
        {text}
      </del>
    ),
  )
