import type { SaveState } from './autosave'

export interface Saving {
  state: SaveState
  problem?: string | undefined
}

/** Shows whether the typed text is saved, or why not. */
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

/** Like `SaveNote`, for manual saving, with a button to discard the changes. */
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

/** Returns the most urgent state of separately saved fields. */
export const worstOf = (...all: readonly Saving[]): Saving =>
  (['failed', 'unsaved', 'dirty', 'saving'] as const).flatMap((state) =>
    all.filter((one) => one.state === state),
  )[0] ?? {
    state: 'saved',
  }
