/** The signed-in member. `name` falls back to the part of the email before the @. */
export interface Member {
  id: string
  email: string
  name: string
}

/**
 * What the shell gives a remote: plain data and functions. Within a version it only grows, by
 * optional fields that a remote must not rely on: the shell of an open page is older.
 */
export interface ShellApi {
  version: 1
  /** Path and query of the page, e.g. `/gallery?style=dotwork`. */
  path: string
  /** Goes to another page of the site without a reload. In a remote, `<a href>` does the same. */
  navigate(to: string): void
  member: Member | null
  /**
   * An access token for the site's API. Rejects when the session has ended: call `signIn` then.
   * While the network is away it rejects with a `TypeError`, or with an error whose `error` is
   * 'timeout': try again later.
   */
  getToken(): Promise<string>
  /**
   * Takes the member to sign-in, then back to `returnTo`, a path of this site. For a session that
   * has ended.
   */
  signIn(returnTo: string): void
  /** Reads the member again. Call it after a rename. */
  refreshMember(): Promise<void>
  /** Signs in again after a change of password, which ends the session at the tenant. */
  resumeSession(newPassword: string): Promise<void>
  /** How the member proves again that it is them, before something that cannot be undone. */
  identity: {
    /** True where the tenant's own page signs in: the site then never sees a password. */
    atTenant: boolean
    /**
     * Takes the member to the tenant's page, which asks for the password even of a signed-in
     * member, then to `returnTo`, a path of this site.
     */
    signInAgain(returnTo: string): void
    /**
     * The ID token, which says when the member signed in with `signInAgain`. Null if the session
     * has ended.
     */
    getIdToken(): Promise<string | null>
  }
  /** Sets the document's title, without the site's name. */
  setTitle(text: string): void
  /** Announces a status to screen readers, politely. */
  announce(text: string): void
  /**
   * Shows a notification with a link to `href`, a path of this site. It stays on every page until
   * the member dismisses it or opens that page. Works after the remote's page is left.
   */
  notify(text: string, href: string): void
  /**
   * How many notifications the page has shown since it was opened. When it grows, something of the
   * member's may have changed: a remote may read its data again.
   */
  notifications: number
  /**
   * Takes the answer to a GET that this page's route declares as `prefetch` (`release.json`): the
   * shell has requested it with the first token, while the remote's code was on its way. Each
   * answer is handed out once; without one, returns null. If it rejects, as `fetch` does, request
   * it again.
   */
  takePrefetched(path: string): Promise<Response> | null
  /** Reports a bug together with the versions that the page runs. Never throws. */
  report(error: unknown): void
}

declare global {
  /**
   * Loads a file of the site and resolves to the address it came from, or rejects with an error
   * that has the `request`. The chunks of every build come this way (`@encre/build/file-loader`). A
   * `worker` is only read: `new Worker` then runs it from the cache. Undefined in older shells.
   */
  var encreLoadFile:
    | ((
        url: string,
        integrity: string | undefined,
        kind: 'script' | 'style' | 'worker',
      ) => Promise<string>)
    | undefined
}

/**
 * The exposed module `./remote`, the only entry of a remote: a React component, or without React a
 * function that fills an element.
 */
export type RemoteModule =
  | { Remote: (props: { shell: ShellApi }) => unknown }
  | { mount: (element: HTMLElement, shell: ShellApi) => MountedRemote }

/** A remote's page in an element of its own. The shell calls nothing after `unmount`. */
export interface MountedRemote {
  /** `path`, the member or another part of the ShellApi has changed. */
  update(shell: ShellApi): void
  unmount(): void
}
