import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, because the browser would open a file dropped outside the drop zone. Returns whether files
 * are being dragged over the page.
 */
export function usePageDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const end = new AbortController()
    const on = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => hasFiles(event) && hear(event), { signal: end.signal })
    on('dragover', (event) => {
      event.preventDefault()
      setIsOver(true)
    })
    // Otherwise the pointer moved between elements without leaving the page.
    on('dragleave', (event) => event.relatedTarget === null && setIsOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer?.files.length) take(event.dataTransfer.files)
    })
    return () => end.abort()
  }, [])
  return isOver
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
