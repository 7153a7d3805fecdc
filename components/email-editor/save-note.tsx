import type { SaveState } from './autosave'

export interface Saving {
  state: SaveState
  problem?: string | undefined
}

/** Says whether what was typed is saved, and why it is not. */
export function SaveNote({ state, problem }: Saving) {
  if (state === 'failed') {
    return (
      <span role="alert" className="text-destructive-ink">
        Not saved: {problem}
      </span>
    )
  }
  return (
    <span aria-live="polite">{state === 'saved' ? 'Saved' : state === 'unsaved' ? 'Unsaved changes' : 'Saving…'}</span>
  )
}

/** The same for what is saved by hand, with a way back to what is stored. */
export function UnsavedNote({ onDiscard, ...saving }: Saving & { onDiscard: () => void }) {
  return (
    <>
      <SaveNote {...saving} />
      {saving.state === 'saved' || saving.state === 'saving' ? null : (
        <button
          type="button"
          className="ms-3 rounded-sm text-primary-ink underline underline-offset-4"
          onClick={onDiscard}
        >
          Discard changes
        </button>
      )}
    </>
  )
}

/** Returns what has to be said of fields that are saved apart. */
export const worstOf = (...all: readonly Saving[]): Saving =>
  (['failed', 'unsaved', 'dirty', 'saving'] as const).flatMap((state) =>
    all.filter((one) => one.state === state),
  )[0] ?? {
    state: 'saved',
  }
