import './payin-routes.css'
import type { ReactNode } from 'react'

export type Stop = { key: string; label: string; title: ReactNode; texts: readonly ReactNode[] }

/** The corridor of a route: a ring where money comes from, a diamond where it changes, a dot where it ends. */
export function FlowStops({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className="route-flow">
      {stops.map(({ key, label, title, texts }) => (
        <li key={key}>
          <div className="label">{label}</div>
          <div className="strong">{title}</div>
          {texts.map((text, index) => (
            <div key={index} className="muted">
              {text}
            </div>
          ))}
        </li>
      ))}
    </ol>
  )
}
