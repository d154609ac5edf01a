import { Download } from 'lucide-react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { t } from '../../messages/text.ts'

/** The file of an export; the link is good for some minutes, and is made anew with each reading. */
export function DownloadLink({ url, small }: { url: string; small?: boolean }) {
  return (
    <a className={buttonClass(small ? { size: 's' } : { variant: 'primary' })} href={url} download>
      <Download className="icon-medium" />
      {small ? t('Download') : t('Download file')}
    </a>
  )
}
