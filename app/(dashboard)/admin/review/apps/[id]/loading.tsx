export { DetailLoading as default } from '@/components/loading'
