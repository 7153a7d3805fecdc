import { useId, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { X } from '@/components/generated/icons'
import { unlessEdited } from '@/components/sent-values'
import { Avatar } from '@/components/ui/avatar'
import { Button, IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Textarea } from '@/components/ui/textarea'
import { MAX_COMMENT } from '@/server/modules/comments/values-schema.ts'
import { type Mentionable, mentionedIn, typedMention } from './mentions'
import type { QuotedText } from './quote'

interface CommentFormProps {
  label: string
  placeholder: string
  submit: string
  members: readonly Mentionable[]
  /** Text of the comment being edited. */
  text?: string
  quote?: QuotedText | null
  onDropQuote?: () => void
  onCancel?: () => void
  onSubmit: (comment: { text: string; mentions: number[] }) => Promise<unknown>
}

const MAX_SUGGESTIONS = 5

/** Writes a comment. `@` suggests members; Ctrl+Enter submits. */
export function CommentForm({
  label,
  placeholder,
  submit,
  members,
  text: first = '',
  quote,
  onDropQuote,
  onCancel,
  onSubmit,
}: CommentFormProps) {
  const [text, setText] = useState(first)
  const [caret, setCaret] = useState(first.length)
  const [activeIndex, setActiveIndex] = useState(0)
  const [is_hidden, setHidden] = useState(false)
  const [error, setError] = useState<string>()
  const [is_pending, setPending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const list_id = useId()
  const mentionText = is_hidden ? null : typedMention(text.slice(0, caret))
  const suggestions =
    mentionText === null
      ? []
      : members
          .filter(({ name }) => name.toLowerCase().startsWith(mentionText.toLowerCase()) && name !== mentionText.trim())
          .slice(0, MAX_SUGGESTIONS)
  const active = suggestions[Math.min(activeIndex, suggestions.length - 1)]

  function mention({ name }: Mentionable) {
    const start = caret - (mentionText?.length ?? 0)
    const inserted = `${text.slice(0, start)}${name} `
    setText(inserted + text.slice(caret))
    setCaret(inserted.length)
    field.current?.focus()
    requestAnimationFrame(() => field.current?.setSelectionRange(inserted.length, inserted.length))
  }

  async function send() {
    if (!text.trim() || is_pending) return
    setPending(true)
    setError(undefined)
    try {
      await onSubmit({ text, mentions: mentionedIn(text, members) })
      setText(unlessEdited(text, ''))
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setPending(false)
    }
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {quote ? (
        <div className="flex items-start gap-2 rounded-lg bg-muted py-1.5 pe-1 ps-3">
          <blockquote className="line-clamp-3 min-w-0 flex-1 border-primary border-s-2 ps-2.5 text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {quote.text}
          </blockquote>
          <IconButton icon={X} label="Remove the quote" type="button" onClick={onDropQuote} />
        </div>
      ) : null}
      <div className="relative">
        <Textarea
          ref={field}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-autocomplete="list"
          aria-controls={suggestions.length > 0 ? list_id : undefined}
          aria-activedescendant={active ? `${list_id}-${active.user_id}` : undefined}
          placeholder={placeholder}
          rows={3}
          maxLength={MAX_COMMENT}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setCaret(event.target.selectionStart)
            setActiveIndex(0)
            setHidden(false)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              void send()
            } else if (active && event.key === 'Escape') {
              event.stopPropagation()
              setHidden(true)
            } else if (active && (event.key === 'Enter' || event.key === 'Tab')) {
              event.preventDefault()
              mention(active)
            } else if (active && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
              event.preventDefault()
              const step = event.key === 'ArrowDown' ? 1 : -1
              setActiveIndex((activeIndex + step + suggestions.length) % suggestions.length)
            }
          }}
        />
        {suggestions.length > 0 ? (
          <div
            id={list_id}
            role="listbox"
            aria-label="Members"
            className="absolute inset-x-0 top-full z-10 mt-1 grid gap-0.5 rounded-xl border border-border bg-popover p-1 shadow-lg"
          >
            {suggestions.map((member) => (
              <button
                key={member.user_id}
                id={`${list_id}-${member.user_id}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={member === active}
                className={cn(
                  'flex items-center gap-2.5 rounded-lg px-2 py-1.5 text-start text-sm',
                  member === active && 'bg-accent text-accent-foreground',
                )}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => mention(member)}
              >
                <Avatar name={member.name} className="size-6" />
                <span className="truncate">{member.name}</span>
              </button>
            ))}
          </div>
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="text-destructive-ink text-sm">
          {error}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        {onCancel ? (
          <Button type="button" variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" size="sm" pending={is_pending} disabled={!text.trim()}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
