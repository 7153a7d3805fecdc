import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { t } from '../../../lib/locale/texts.ts'
import { copyFromWeb } from '../../throttle/copy-from-web.ts'
import { getForm } from '../service.ts'
import type { FormFileView } from '../settings-schema.ts'
import { MAX_FILE_BYTES } from '../values-schema.ts'
import type { FileInput } from '../wire-schema.ts'
import { setFormFile } from './service.ts'

const HEADERS = { 'user-agent': 'Envoi file copy', accept: '*/*' }

/** Sets the file of a form that a program sends or names by its address. Throws as `setFormFile` and `copyFromWeb`. */
export async function receiveFormFile(
  ctx: Ctx,
  { id: form_id, file, url: address, name }: FileInput & { id: number },
): Promise<FormFileView> {
  await getForm(ctx, { id: form_id })
  if (file) return setFormFile(ctx, { form_id, name: name ?? file.name, bytes: Buffer.from(await file.arrayBuffer()) })
  if (address === undefined) throw invalid('file or url is required')
  const url = new URL(address)
  const bytes = await copyFromWeb(ctx, url, {
    headers: HEADERS,
    max_bytes: MAX_FILE_BYTES,
    refused: (why) => invalid(t`The file at ${url.host} was not copied: ${why}`),
  })
  return setFormFile(ctx, { form_id, name: name ?? url.pathname, bytes })
}
