export { answerPost as POST, answerQuery as GET } from '@/server/trpc/http.ts'
