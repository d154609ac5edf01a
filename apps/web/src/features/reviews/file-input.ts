type FileInput = { fileName: string; mime: string; contentBase64: string }

/** A chosen file as operations take it in JSON. */
export async function fileInput(file: File): Promise<FileInput> {
  const url = await dataUrl(file)
  return { fileName: file.name, mime: file.type, contentBase64: url.slice(url.indexOf(',') + 1) }
}

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
