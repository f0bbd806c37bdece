// Each of these functions runs in the page by itself.

/** Values by key, which the tab and the browser have stored before a visit. */
export type Stored = Record<'localStorage' | 'sessionStorage', Record<string, string>>

export function seedStorage(stored: Stored): void {
  try {
    if (window.top !== window || sessionStorage.getItem('encre.visited')) return
    sessionStorage.setItem('encre.visited', 'yes')
    for (const [key, value] of Object.entries(stored.localStorage)) localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(stored.sessionStorage)) {
      sessionStorage.setItem(key, value)
    }
  } catch {
    // A page without an origin has no storage.
  }
}

declare global {
  interface Window {
    /** The control that was pressed last. */
    encrePressed: Element | undefined
  }
}

/** Where a visitor is, and what the page has said in its live regions. */
export function readState(): { focus: string; isAtTop: boolean; history: number; said: string[] } {
  const focused = document.activeElement
  const place = focused?.closest('dialog, [role=dialog], main, header')?.localName ?? 'page'
  const isNowhere = !focused || focused === document.body
  const there = isNowhere ? 'nothing' : `<${focused.localName}> in the ${place}`
  const regions = [...document.querySelectorAll('[role=status], [aria-live]')].filter(
    (element) => !element.closest('main'),
  )
  return {
    focus: focused && focused === window.encrePressed ? 'the pressed control' : there,
    isAtTop: scrollY < 10,
    history: history.length,
    said: regions.map(({ textContent }) => textContent.trim()).filter(Boolean),
  }
}

/**
 * Sends one event of each type that the remote hears to a link of the header, and sets the focus on
 * it: a remote may hear what happens outside of its element, and stops none of it.
 */
export async function tryOutside(): Promise<string[]> {
  const link = document.querySelector<HTMLElement>('header a')
  if (!link) return ['the header has no link']
  const defects: string[] = []
  // The shell takes a click on a link as a wish to go there: `leave` tries that.
  const heard = new Set([...window.encreRecorder.listHeardTypes(), 'keydown', 'beforeunload'])
  heard.delete('click')
  const create = (type: string): Event => {
    const init = { key: 'Tab', bubbles: true, cancelable: true, composed: true }
    return type.startsWith('key') ? new KeyboardEvent(type, init) : new Event(type, init)
  }
  for (const type of heard) {
    const target = type === 'beforeunload' ? window : link
    let hasArrived = false
    const arrive = () => {
      hasArrived = true
    }
    window.addEventListener(type, arrive)
    const isFree = target.dispatchEvent(create(type))
    window.removeEventListener(type, arrive)
    if (!isFree) defects.push(`it cancels ${type} outside of its element`)
    else if (!hasArrived) defects.push(`it stops ${type} outside of its element`)
  }
  link.focus()
  await new Promise<void>((resolve) => setTimeout(resolve, 120))
  if (document.activeElement !== link) defects.push('it takes the focus from the header')
  // Else a page without controls would end with the outline of this link.
  link.blur()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth + 1)
    defects.push(`the page is ${scrollWidth} pixels wide on a screen of ${clientWidth}`)
  return defects
}
