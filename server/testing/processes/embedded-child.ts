// A separate process that opens the built-in PostgreSQL, reports it, and waits for a signal to continue or to be killed.
import { openEmbedded } from '../../db/embedded/embedded.ts'
import './keep-compiled.ts'

const [dir = '', mode = ''] = process.argv.slice(2)
const database = await openEmbedded({ dir, exclusive: mode === 'exclusive', throwaway: true })
process.send?.({ url: database.url })
process.on('message', async () => {
  await database.close()
  process.exit(0)
})
