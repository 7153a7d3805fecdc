export { FormLoading as default } from '@/components/loading'
