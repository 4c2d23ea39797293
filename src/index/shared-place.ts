import type { Connection, ConnectionOptions } from '@lancedb/lancedb';

import { indexOrigin, isLoopback, isOpenWire, placeName, schemeOf } from '../base/address.ts';
import { LinchpinError } from '../base/error.ts';
import { lancedb } from './lance.ts';

/** An index that is not in a folder of this machine: where LanceDB finds it, and how. */
export interface SharedPlace {
  /** `s3://bucket/prefix` or `db://database`, without what tells how to get there. */
  readonly uri: string;
  readonly options: Partial<ConnectionOptions>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a location such as `s3://bucket/prefix?endpoint=https://minio.example:9000&region=eu-west-1`, or of LanceDB Cloud and Enterprise
 * `db://database?region=eu-west-1` and `db://database?host=https://lancedb.example`. Keys are never part of it: those of object storage
 * LanceDB finds in the environment, in ~/.aws and at the machine itself, that of its own service is `LANCEDB_API_KEY`.
 * @returns null for the path of a folder
 * @throws LinchpinError `settings-invalid`
 */
export function sharedPlace(location: string, environment: Environment = process.env): SharedPlace | null {
  const scheme = schemeOf(location);
  if (scheme === null) return null;
  const address = placeName(location);
  const asked = new URLSearchParams(location.split('?', 2)[1] ?? '');
  if (scheme === 's3') return s3Place(address, asked, environment);
  if (scheme === 'db') return servicePlace(address, asked, environment);
  throw new LinchpinError(
    'settings-invalid',
    `The index cannot be kept at ${address}.`,
    'Give linchpin.index.location or --index-dir the absolute path of a folder, s3://bucket/prefix, or db://database.',
  );
}

/** What may be asked for an index. */
export interface Allowed {
  /** Nothing may leave the machine. */
  readonly offline: boolean;
  /** Origins that the user has agreed to; undefined where it was the user who named the place. */
  readonly origins: readonly string[] | undefined;
}

/**
 * To be asked before anything is: reading an index sends keys and what is searched for, writing it sends the documents.
 * @throws LinchpinError `offline`, `not-agreed`; `settings-invalid` as `sharedPlace`
 */
export function checkAllowed(location: string, { offline, origins }: Allowed, environment: Environment = process.env): void {
  const origin = sharedPlace(location, environment) === null ? null : indexOrigin(location, environment);
  if (origin === null) return;
  if (offline && !isLoopback(origin))
    throw new LinchpinError(
      'offline',
      `The index ${placeName(location)} is at ${origin}, not on this machine, and nothing may leave it.`,
      'Turn linchpin.privacy.offline off, at the command line with --online, or keep the index in a folder.',
    );
  if (origins !== undefined && !origins.includes(origin))
    throw new LinchpinError(
      'not-agreed',
      `The settings of this workspace say that its index ${placeName(location)} is at ${origin}, to which you have not agreed. Nothing was sent there.`,
      'Run "Linchpin: Index Workspace" or ask a question: you are asked first.',
    );
}

/** @throws what LanceDB throws, LinchpinError `settings-invalid` */
export async function connectTo(location: string): Promise<Connection> {
  const { connect } = await lancedb();
  const shared = sharedPlace(location);
  // 0: every read asks for the newest version.
  return await connect(shared?.uri ?? location, { readConsistencyInterval: 0, ...shared?.options });
}

function s3Place(uri: string, asked: URLSearchParams, environment: Environment): SharedPlace {
  if (!/^s3:\/\/[a-z\d][\w.-]+(?:\/[^?#\s]+)?$/i.test(uri))
    throw new LinchpinError(
      'settings-invalid',
      `${uri} names no bucket.`,
      'Write s3://bucket/prefix, and how to get there after a question mark: ?endpoint=…&region=….',
    );
  onlyKnown(uri, asked, ['endpoint', 'region']);
  const endpoint = asked.get('endpoint') ?? environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_ENDPOINT_URL'] ?? null;
  if (endpoint !== null && !/^https?:\/\/[^\s@]+$/i.test(endpoint))
    throw new LinchpinError(
      'settings-invalid',
      `What is given as the address of the S3 server of ${uri} is none.`,
      'Write it as https://host:port, without a name or a password.',
    );
  if (endpoint !== null) refuseOpenWire(uri, endpoint);
  // Servers other than Amazon's mostly have no regions, and take the name of any.
  const region =
    asked.get('region') ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? (endpoint === null ? null : 'us-east-1');
  // It becomes part of the host's name.
  if (region !== null && !/^[a-z\d-]+$/i.test(region))
    throw new LinchpinError('settings-invalid', `What is given as the region of ${uri} is none.`, 'Write a region as eu-west-1.');
  return {
    uri,
    options: {
      storageOptions: {
        ...(endpoint === null ? {} : { endpoint, allow_http: String(/^http:/i.test(endpoint)) }),
        ...(region === null ? {} : { region }),
        // A server that is down is told within seconds, not after minutes.
        client_max_retries: '1',
        client_retry_timeout: '20',
        connect_timeout: '5s',
        timeout: '60s',
      },
    },
  };
}

function servicePlace(uri: string, asked: URLSearchParams, environment: Environment): SharedPlace {
  if (!/^db:\/\/[a-z\d][\w.-]*$/i.test(uri))
    throw new LinchpinError(
      'settings-invalid',
      `${uri} names no database.`,
      'Write db://database, and which region or server has it after a question mark: ?region=… or ?host=https://….',
    );
  onlyKnown(uri, asked, ['region', 'host']);
  const region = asked.get('region');
  const host = asked.get('host');
  if ((region !== null && !/^[a-z\d-]+$/i.test(region)) || (host !== null && !/^https?:\/\/[^\s@/]+\/?$/i.test(host)))
    throw new LinchpinError(
      'settings-invalid',
      `What is given as the region or the server of ${uri} is none.`,
      'Write a region as eu-west-1, and a server as https://host:port, without a name or a password.',
    );
  if (host !== null) refuseOpenWire(uri, host);
  const apiKey = environment['LANCEDB_API_KEY'] ?? '';
  if (apiKey === '')
    throw new LinchpinError(
      'settings-invalid',
      `There is no key for ${uri}.`,
      'Set LANCEDB_API_KEY in the environment that the editor or the command line is started from.',
    );
  return {
    uri,
    options: {
      apiKey,
      ...(region === null ? {} : { region }),
      ...(host === null ? {} : { hostOverride: host.replace(/\/$/, '') }),
      clientConfig: {
        // A server that is down is told within seconds, not after minutes.
        retryConfig: { retries: 2, connectRetries: 1, readRetries: 1, backoffFactor: 0.5 },
        timeoutConfig: { connectTimeout: 5, readTimeout: 60 },
      },
    },
  };
}

/** Keys go along with every request. */
function refuseOpenWire(uri: string, server: string): void {
  if (!isOpenWire(server)) return;
  throw new LinchpinError(
    'settings-invalid',
    `The server of ${uri} is named with http://: keys and documents would be sent there unencrypted.`,
    'Write https://; http:// is for servers on this machine alone.',
  );
}

function onlyKnown(uri: string, asked: URLSearchParams, known: readonly string[]): void {
  const other = [...asked.keys()].find((name) => !known.includes(name));
  if (other !== undefined)
    throw new LinchpinError(
      'settings-invalid',
      `"${other}" is not understood after ${uri}.`,
      `What may stand there is ${known.join(' and ')}; keys and passwords belong into the environment.`,
    );
}
