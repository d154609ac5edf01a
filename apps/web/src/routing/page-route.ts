import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

/** What a page's file exports: the page under this name, and nothing else the router needs. */
export type PageModule = { Component: ComponentType }

/** A route whose code is loaded when it is visited, or shortly before by the link that leads to it. */
export function pageRoute(path: string, load: () => Promise<PageModule>): RouteObject {
  return { path, lazy: load, handle: { preload: load } }
}
