// A separate process that opens the built-in PostgreSQL, reports it, and waits until it is told to continue or is killed.
import { openEmbedded } from '../../db/embedded/embedded.ts'

const [dir = '', mode = ''] = process.argv.slice(2)
const database = await openEmbedded({ dir, exclusive: mode === 'exclusive', throwaway: true })
process.send?.({ url: database.url })
process.on('message', async () => {
  await database.close()
  process.exit(0)
})
