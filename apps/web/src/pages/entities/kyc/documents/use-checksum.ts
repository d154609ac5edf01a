import { useEffect, useState } from 'react'

/** SHA-256 of a file in hex, counted in the browser; undefined until then. */
export function useChecksum(file: File | undefined): string | undefined {
  const [known, setKnown] = useState<{ file: File; sum: string } | undefined>()
  useEffect(() => {
    if (!file) return undefined
    let isWanted = true
    const count = async () => {
      const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      if (isWanted) setKnown({ file, sum: hexOf(sum) })
    }
    // A file that cannot be read fails at its upload, with a message.
    count().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [file])
  return known?.file === file ? known?.sum : undefined
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
