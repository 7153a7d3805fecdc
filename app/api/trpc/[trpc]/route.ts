import { loadedServer } from '@/server/auth/loaded-server.ts'

export const GET = async (request: Request): Promise<Response> => (await loadedServer()).answerQuery(request)
export const POST = async (request: Request): Promise<Response> => (await loadedServer()).answerPost(request)
