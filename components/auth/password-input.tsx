import { type ComponentProps, useState } from 'react'
import { Eye, EyeOff } from '@/components/generated/icons'
import { Input } from '@/components/ui/input'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pe-11"
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label="Show password"
        onClick={() => setIsShown(!isShown)}
        className="absolute top-1/2 inset-e-1.5 grid size-7.5 -translate-y-1/2 place-items-center rounded-md text-muted-foreground transition-colors hover:bg-accent hover:text-foreground"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
