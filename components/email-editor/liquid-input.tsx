import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { ChipInputProps } from '@/components/editor/chip-input'
import { insertFieldStyle } from '@/components/editor/tool-style'
import { Braces } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { cn } from '@/components/ui/cn'
import { controlStyle, Input } from '@/components/ui/input'

type LiquidInputProps = Omit<ChipInputProps, 'autoFocus'>

const MOST = 998

/** An input for a subject or similar text. Switches from a plain input to chips once the text contains Liquid. */
export function LiquidInput({ onChange, ...props }: LiquidInputProps) {
  const { value, mergeTags, editable, placeholder } = props
  const frame = useRef<HTMLDivElement>(null)
  const [was_personalized] = useState(() => value.includes('{{'))
  const [has_chips, setHasChips] = useState(was_personalized)
  const [editor, setEditor] = useState<{ Chips: ComponentType<ChipInputProps>; takes_focus: boolean }>()
  useEffect(() => {
    if (!has_chips) return
    void import('@/components/editor/chip-input').then(({ ChipInput: Chips }) =>
      setEditor({ Chips, takes_focus: frame.current?.contains(document.activeElement) === true }),
    )
  }, [has_chips])
  const write = (text: string) => {
    if (text.includes('{{')) setHasChips(true)
    onChange(text.slice(0, MOST))
  }

  if (editor) return <editor.Chips {...props} autoFocus={editor.takes_focus} onChange={write} />
  return (
    <div ref={frame} className="relative min-w-0">
      {was_personalized ? (
        <div className={cn(controlStyle, 'min-h-9.5 px-3 py-1.5 max-md:min-h-11 max-md:py-2')}>
          <LiquidText text={value} />
        </div>
      ) : (
        <Input
          id={props.id}
          aria-describedby={props['aria-describedby']}
          value={value}
          maxLength={MOST}
          placeholder={placeholder}
          className="pe-11"
          onChange={(event) => write(event.target.value)}
        />
      )}
      {editable && mergeTags.length > 0 ? (
        <button
          type="button"
          aria-label="Insert a field"
          title="Insert a field"
          className={insertFieldStyle}
          onClick={() => write(`${value}{{`)}
        >
          <Braces aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
