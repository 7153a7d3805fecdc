'use client'

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
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      toast.error('Your browser blocked copying. Select the text and copy it manually.')
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <Button
      variant={showLabel ? 'outline' : 'ghost'}
      size={showLabel ? 'sm' : 'icon-sm'}
      onClick={copy}
      aria-label={showLabel ? undefined : copied ? `Copied ${label}` : `Copy ${label}`}
    >
      <Icon aria-hidden className={copied ? 'text-success' : undefined} />
      {showLabel ? (copied ? 'Copied' : `Copy ${label}`) : null}
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  )
}
