import type { ManifestRemote, ManifestVersion, PageManifest } from '@encre/protocol/page-manifest'

export function makeVersion(
  name: string,
  version: string,
  changes: Partial<ManifestVersion> = {},
): ManifestVersion {
  const base = `/remotes/${name}/${version}/`
  return {
    version,
    base,
    entry: 'remote-entry.js',
    global: `${name}_${version}`,
    scripts: [],
    styles: [],
    integrity: {},
    ...changes,
  }
}

/** The manifest of a page with these remotes, whose tenant has the client `encre-web`. */
export function makeManifest(...remotes: ManifestRemote[]): PageManifest {
  return {
    id: 'c1',
    remotes,
    auth: {
      domain: 'tenant.test',
      clientId: 'encre-web',
      audience: 'a',
      connection: 'c',
      session: 'forms',
    },
  }
}

const route = { access: 'member' as const, lang: 'fr' as const, title: '' }
/** A page of members, /gallery, and a public one, /links. */
export const galleryAndLinks = makeManifest(
  {
    name: 'gallery',
    routes: [{ ...route, path: '/gallery' }],
    current: makeVersion('gallery', 'v1'),
    previous: null,
  },
  {
    name: 'links',
    routes: [{ ...route, path: '/links', access: 'public' }],
    current: makeVersion('links', 'v1'),
    previous: null,
  },
)
