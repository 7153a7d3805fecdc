// Opens the built-in PostgreSQL as a process of its own, says so, and stays until it is told to go on or is killed.
import { openEmbedded } from '../db/embedded.ts'

const [dir = '', mode = ''] = process.argv.slice(2)
const database = await openEmbedded({ dir, exclusive: mode === 'exclusive', throwaway: true })
process.send?.({ url: database.url })
process.on('message', async () => {
  await database.close()
  process.exit(0)
})
