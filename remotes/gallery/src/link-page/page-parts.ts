/** The elements that the script fills. `workers/gallery/src/links/page-html.ts` renders them with these ids, which only grow. */
export interface PageParts {
  image: HTMLImageElement
  size: HTMLElement
  stencil: HTMLElement
  status: HTMLElement
  smallestLine: HTMLElement
  smallestGap: HTMLElement
  recommended: HTMLElement
  paper: HTMLSelectElement
  mirror: HTMLInputElement
  stencilPdf: HTMLButtonElement
  cardPdf: HTMLButtonElement
}

/** Throws when an element is missing: the page then stays as the worker rendered it. */
export function findPageParts(page: Document): PageParts {
  const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
    const element = page.getElementById(id)
    if (element instanceof kind) return element
    throw new Error(`the page of the link has no #${id}`)
  }
  return {
    image: find('image', HTMLImageElement),
    size: find('size', HTMLElement),
    stencil: find('stencil', HTMLElement),
    status: find('status', HTMLElement),
    smallestLine: find('smallest-line', HTMLElement),
    smallestGap: find('smallest-gap', HTMLElement),
    recommended: find('recommended', HTMLElement),
    paper: find('paper', HTMLSelectElement),
    mirror: find('mirror', HTMLInputElement),
    stencilPdf: find('stencil-pdf', HTMLButtonElement),
    cardPdf: find('card-pdf', HTMLButtonElement),
  }
}
