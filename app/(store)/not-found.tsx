export { default } from '../(dashboard)/not-found'
