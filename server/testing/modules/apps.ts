import { randomUUID } from 'node:crypto'
import { configureOutbound } from '../../core/outbound.ts'
import { unscoped } from '../../db/client.ts'
import { ListingInput } from '../../modules/apps/develop-schema.ts'
import type { TestAccount } from '../account.ts'
import { dashboard } from '../dashboard.ts'

/** A PNG with a header of that size, followed by bytes that are no picture. */
export function pngOf(width: number, height: number, bytes = 64): Buffer {
  const png = Buffer.alloc(bytes)
  png.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

/** Resolves names without a network: `private.example` to a private address, all others to a public one. */
export const resolveNames = () =>
  configureOutbound({
    resolve: async (host) => [{ address: host === 'private.example' ? '10.0.0.7' : '93.184.216.34', family: 4 }],
  })

/** An app that is ready for review. Its name is unique, because tests share the store. */
export async function completeApp(account: TestAccount, listing: Partial<ListingInput> = {}): Promise<{ id: number }> {
  const { develop } = dashboard(account).apps
  const { id } = await develop.create({ name: 'Glaze book' })
  await develop.saveListing(
    ListingInput.parse({
      id,
      name: `Glaze book ${randomUUID().slice(0, 8)}`,
      tagline: 'Recipes of glazes, ready to be sent',
      description: 'Keeps the recipes of your glazes, and adds the one you choose to an email with one click.',
      category: 'content',
      website_url: 'https://glaze.example',
      support_url: 'mailto:help@glaze.example',
      ...listing,
    }),
  )
  await develop.saveAccess({
    id,
    scope: 'public',
    redirect_uris: ['https://glaze.example/callback'],
    authorization_url: 'https://glaze.example/install',
    revoke_url: 'https://glaze.example/revoke',
    settings_url: 'https://glaze.example/settings',
    after_install_url: null,
    return_to_domains: ['glaze.example'],
  })
  await develop.setLogo({ id, content: pngOf(256, 256).toString('base64') })
  return { id }
}

/** Makes the user an administrator of the instance. */
export const administrator = (account: TestAccount) => dashboard(account, account.ctx, { is_admin: true })

/** Approves the app in its current state. */
export async function publish(account: TestAccount, { id }: { id: number }): Promise<void> {
  await dashboard(account).apps.develop.submit({ id })
  const { submitted_at } = await administrator(account).apps.review.get({ id })
  await administrator(account).apps.review.approve({ id, submitted_at: submitted_at ?? '' })
}

export const storedApp = (id: number) => unscoped().app.findUniqueOrThrow({ where: { id } })
