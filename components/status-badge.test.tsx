import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BroadcastStatusBadge } from './status-badge'

test('only a sent broadcast shows how many messages are being retried', () => {
  const shown = (badge: ReactElement) => renderToStaticMarkup(badge)
  expect(shown(<BroadcastStatusBadge status="completed" retrying={1} />)).toContain('Sent, 1 retrying')
  expect(shown(<BroadcastStatusBadge status="completed" />)).not.toContain('retrying')
  expect(shown(<BroadcastStatusBadge status="sending" retrying={1} />)).not.toContain('retrying')
})
