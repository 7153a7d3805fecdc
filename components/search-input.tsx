import { parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useRef, useState } from 'react'
import { Search, X } from '@/components/generated/icons'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'

interface SearchInputProps {
  label: string
  placeholder?: string
  /** URL parameter. Default: `q`. */
  param?: string
  /** Parameters reset by a new search, such as a list's cursor. */
  resets?: readonly string[]
  className?: string
}

const PAUSE_MS = 250

/** Writes the search text to the URL after a pause in typing; lists read it there. "/" focuses the input. */
export function SearchInput({
  label,
  placeholder = label,
  param = 'q',
  resets = ['after', 'before'],
  className,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const keys = [param, ...resets]
  const [values, setValues] = useQueryStates(Object.fromEntries(keys.map((key) => [key, parseAsString])))
  const addressValue = values[param] ?? ''
  const [value, setValue] = useState(addressValue)
  const writtenText = useRef(addressValue)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // Changed elsewhere, such as by the back button or "Clear filters".
  useEffect(() => {
    if (addressValue === writtenText.current) return
    clearTimeout(timer.current)
    writtenText.current = addressValue
    setValue(addressValue)
  }, [addressValue])

  // Cancels the pending write on a link click, because writing to the URL would cancel the navigation.
  useEffect(() => {
    const leave = ({ target, ctrlKey, metaKey }: MouseEvent) => {
      if (!ctrlKey && !metaKey && target instanceof Element && target.closest('a[href]')) clearTimeout(timer.current)
    }
    document.addEventListener('click', leave, true)
    return () => document.removeEventListener('click', leave, true)
  }, [])

  useShortcut('/', { label, group: 'On this page', run: () => input.current?.focus() })

  function search(text: string) {
    setValue(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        writtenText.current = text
        void setValues({ ...Object.fromEntries(resets.map((key) => [key, null])), [param]: text || null })
      },
      text ? PAUSE_MS : 0,
    )
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> has the role, but React's types and older screen readers lack it
    <div role="search" className={cn('group relative w-full sm:max-w-sm', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 inset-s-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
        value={value}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (value) search('')
          else event.currentTarget.blur()
        }}
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-1/2 inset-e-2 grid size-6 -translate-y-1/2 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          onClick={() => {
            search('')
            input.current?.focus()
          }}
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : (
        <Kbd
          aria-hidden
          className="absolute top-1/2 inset-e-2.5 -translate-y-1/2 group-focus-within:hidden max-md:hidden"
        >
          /
        </Kbd>
      )}
    </div>
  )
}
