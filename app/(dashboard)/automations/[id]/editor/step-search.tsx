import { type RefObject, useState } from 'react'
import { Search, X } from '@/components/generated/icons'
import { Input } from '@/components/ui/input'

interface StepSearchProps {
  input: RefObject<HTMLInputElement | null>
  value: string
  onChange: (search: string) => void
  /** Matching steps in list order. Undefined: there is no search. */
  foundIds: readonly string[] | undefined
  selectedId: string
  /** Shows a step. With `focus`, further keys act on it. */
  onGo: (id: string, options: { focus: boolean }) => void
}

/** Searches steps by words. Enter shows the next match, ↓ and Esc move the focus to the current one. */
export function StepSearch({ input, value, onChange, foundIds, selectedId, onGo }: StepSearchProps) {
  // A step selected before the search does not count as shown by it.
  const [isGoing, setGoing] = useState(false)
  const position = foundIds?.indexOf(selectedId) ?? -1

  function set(search: string) {
    setGoing(false)
    onChange(search)
  }
  function next() {
    const id = foundIds?.[isGoing ? (position + 1) % foundIds.length : Math.max(position, 0)]
    if (id === undefined) return
    setGoing(true)
    onGo(id, { focus: foundIds?.length === 1 })
  }
  /** Moves the focus to the step that is shown. */
  function leave(): boolean {
    const id = isGoing && position >= 0 ? selectedId : foundIds?.[0]
    if (id !== undefined) onGo(id, { focus: true })
    return id !== undefined
  }

  return (
    <>
      <div className="relative w-full max-w-64 max-sm:order-last max-sm:max-w-none">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 inset-s-3 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={input}
          aria-label="Search steps"
          placeholder="Search steps"
          className="pe-11 ps-9"
          value={value}
          onChange={(event) => set(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // Otherwise the key would also open the newly focused step.
              event.preventDefault()
              next()
            } else if (event.key === 'ArrowDown' && leave()) event.preventDefault()
            else if (event.key === 'Escape') {
              if (isGoing) leave()
              set('')
            }
          }}
        />
        {value ? (
          <button
            type="button"
            aria-label="Clear search"
            className="absolute inset-y-0 inset-e-0 grid w-10 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
            onClick={() => {
              set('')
              input.current?.focus()
            }}
          >
            <X aria-hidden className="size-4" />
          </button>
        ) : null}
      </div>
      <span role="status" className="text-muted-foreground text-sm">
        {foundIds
          ? isGoing && position >= 0
            ? `${position + 1} of ${foundIds.length}`
            : `${foundIds.length} found`
          : ''}
      </span>
    </>
  )
}
