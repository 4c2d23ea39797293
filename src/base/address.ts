const scheme = /^([a-z][a-z\d+.-]+):\/\//i;

/** Of an address, in lower case; null for a path. */
export function schemeOf(location: string): string | null {
  return scheme.exec(location)?.[1]?.toLowerCase() ?? null;
}

/** Whether the location of an index is an address, and not a path. */
export function isAddress(location: string): boolean {
  return scheme.test(location);
}

/** A location without what follows the question mark: what people are shown. */
export function placeName(location: string): string {
  return isAddress(location) ? (location.split('?', 1)[0] ?? location).replace(/\/+$/, '') : location;
}

/** The host of a URL, lower case; empty where it is not one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : '';
}

/** Scheme, host and port of an http or https URL, "https://host" where the port is the scheme's own; null where it is none. */
export function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? origin : null;
}

/** A server on this machine: what is sent there does not leave it. */
export function isLoopback(url: string): boolean {
  const host = hostOf(url);
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host) || host.endsWith('.localhost');
}

/** Whether what is sent there can be read and changed on its way over a network. */
export function isOpenWire(url: string): boolean {
  return /^http:/i.test(url) && !isLoopback(url);
}

/**
 * The origin that is asked for an index of this location, with keys of the environment; null for a folder, and for an address of a kind
 * that is not understood.
 */
export function indexOrigin(location: string, environment: Readonly<Record<string, string | undefined>>): string | null {
  const asked = new URLSearchParams(location.split('?', 2)[1] ?? '');
  switch (schemeOf(location)) {
    case 's3': {
      const region = asked.get('region') ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'];
      const endpoint = asked.get('endpoint') ?? environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_ENDPOINT_URL'];
      return originOf(endpoint ?? (region === undefined ? 'https://s3.amazonaws.com' : `https://s3.${region}.amazonaws.com`));
    }
    case 'db': {
      const database = placeName(location).replace(/^db:\/\//i, '');
      return originOf(asked.get('host') ?? `https://${database}.${asked.get('region') ?? 'us-east-1'}.api.lancedb.com`);
    }
    default:
      return null;
  }
}
