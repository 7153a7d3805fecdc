// The build copies the font and gives its address.
declare module '*.woff2' {
  const address: string
  export default address
}
