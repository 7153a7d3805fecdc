import { inngestHandler } from '@/server/jobs/serve.ts'

export { inngestHandler as GET, inngestHandler as POST, inngestHandler as PUT }
