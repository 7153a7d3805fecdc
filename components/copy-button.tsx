import { useEffect, useState } from 'react'
import { Check, Copy } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

interface CopyButtonProps {
  value: string
  /** Name of the copied text: "API key", "link". */
  label: string
  showLabel?: boolean
}

export function CopyButton({ value, label, showLabel = false }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      toast.error('Your browser blocked copying. Select the text and copy it manually.')
    }
  }

  const Icon = isCopied ? Check : Copy
  return (
    <Button
      variant={showLabel ? 'outline' : 'ghost'}
      size={showLabel ? 'sm' : 'icon-sm'}
      onClick={copy}
      aria-label={showLabel ? undefined : isCopied ? `Copied ${label}` : `Copy ${label}`}
    >
      <Icon aria-hidden className={isCopied ? 'text-success' : undefined} />
      {showLabel ? (isCopied ? 'Copied' : `Copy ${label}`) : null}
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </Button>
  )
}
