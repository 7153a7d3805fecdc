import { useState } from 'react'
import { Button } from '@/components/ui/button'

export type Provider = 'google' | 'github'

const providerLooks = {
  google: {
    label: 'Google',
    path: 'M12 10.9v2.9h4.1c-.2 1.1-.9 2-1.8 2.6l2.9 2.3c1.7-1.6 2.7-3.9 2.7-6.7 0-.7-.1-1.3-.2-1.9L12 10.1v.8Zm-4.7 2.6-.7.5-2.3 1.8A9 9 0 0 0 12 20.8c2.4 0 4.5-.8 5.2-2.1l-2.9-2.3a5.4 5.4 0 0 1-7-2.9Zm-3-5.3a9 9 0 0 0 0 7.6l3-2.3a5.3 5.3 0 0 1 0-3l-3-2.3ZM12 6.6c1.3 0 2.5.5 3.4 1.3l2.6-2.6A9 9 0 0 0 4.3 8.2l3 2.3A5.4 5.4 0 0 1 12 6.6Z',
  },
  github: {
    label: 'GitHub',
    path: 'M12 2.5a9.7 9.7 0 0 0-3.1 18.9c.5.1.7-.2.7-.5v-1.8c-2.7.6-3.3-1.2-3.3-1.2-.4-1.1-1.1-1.4-1.1-1.4-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.5 2.3 1.1 2.8.8.1-.6.3-1.1.6-1.3-2.1-.3-4.4-1.1-4.4-4.8 0-1.1.4-1.9 1-2.6-.1-.2-.4-1.2.1-2.6 0 0 .8-.3 2.7 1a9 9 0 0 1 4.8 0c1.9-1.3 2.7-1 2.7-1 .5 1.4.2 2.4.1 2.6.6.7 1 1.5 1 2.6 0 3.7-2.3 4.5-4.4 4.8.3.3.6.9.6 1.8v2.7c0 .3.2.6.7.5A9.7 9.7 0 0 0 12 2.5Z',
  },
} as const

interface ProviderButtonsProps {
  /** The configured providers. */
  providers: readonly Provider[]
  onProvider: (provider: Provider) => Promise<unknown> | unknown
}

export function ProviderButtons({ providers, onProvider }: ProviderButtonsProps) {
  const [pending, setPending] = useState<Provider>()
  if (providers.length === 0) return null

  async function start(provider: Provider) {
    setPending(provider)
    try {
      await onProvider(provider)
    } finally {
      setPending(undefined)
    }
  }

  return (
    <>
      <div className="grid gap-2.5">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="outline"
            size="lg"
            className="text-sm"
            pending={pending === provider}
            disabled={pending !== undefined && pending !== provider}
            onClick={() => start(provider)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
              <path d={providerLooks[provider].path} />
            </svg>
            Continue with {providerLooks[provider].label}
          </Button>
        ))}
      </div>
      <p className="my-5 flex items-center gap-3 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or with your email address
      </p>
    </>
  )
}
