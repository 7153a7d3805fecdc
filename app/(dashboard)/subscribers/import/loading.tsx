export { ListLoading as default } from '@/components/loading'
