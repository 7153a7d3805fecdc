import { inngestHandler } from '@/server/jobs/inngest/serve.ts'

export { inngestHandler as GET, inngestHandler as POST, inngestHandler as PUT }
