/** Returns the bytes of a file in base64, for a procedure that stores it. */
export async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const source = new FileReader()
    source.onload = () => resolve(String(source.result))
    source.onerror = () => reject(new Error('Couldn’t read the file. Choose another one'))
    source.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}
