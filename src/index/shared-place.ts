import type { Connection, ConnectionOptions } from '@lancedb/lancedb';

import { placeName, schemeOf } from '../base/address.ts';
import { LinchpinError } from '../base/error.ts';
import { lancedb } from './lance.ts';

/** An index that is not in a folder of this machine: where LanceDB finds it, and how. */
export interface SharedPlace {
  /** `s3://bucket/prefix`, without what tells how to get there. */
  readonly uri: string;
  readonly options: Partial<ConnectionOptions>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a location such as `s3://bucket/prefix?endpoint=https://minio.example:9000&region=eu-west-1`. Keys are never part of it: LanceDB
 * finds them in the environment, in ~/.aws and at the machine itself.
 * @returns null for the path of a folder
 * @throws LinchpinError `settings-invalid`
 */
export function sharedPlace(location: string, environment: Environment = process.env): SharedPlace | null {
  const scheme = schemeOf(location);
  if (scheme === null) return null;
  const address = placeName(location);
  const asked = new URLSearchParams(location.split('?', 2)[1] ?? '');
  if (scheme === 's3') return s3Place(address, asked, environment);
  if (scheme === 'db')
    throw new LinchpinError(
      'settings-invalid',
      `The index cannot be kept at ${address}: LanceDB Cloud and Enterprise have no "optimize", by which the index keeps its full-text index and its versions in order.`,
      'Use object storage, s3://bucket/prefix, or a folder.',
    );
  throw new LinchpinError(
    'settings-invalid',
    `The index cannot be kept at ${address}.`,
    'Give linchpin.index.location or --index-dir the absolute path of a folder, or s3://bucket/prefix.',
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
  // Servers other than Amazon's mostly have no regions, and take the name of any.
  const region =
    asked.get('region') ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? (endpoint === null ? null : 'us-east-1');
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

function onlyKnown(uri: string, asked: URLSearchParams, known: readonly string[]): void {
  const other = [...asked.keys()].find((name) => !known.includes(name));
  if (other !== undefined)
    throw new LinchpinError(
      'settings-invalid',
      `"${other}" is not understood after ${uri}.`,
      `What may stand there is ${known.join(' and ')}; keys and passwords belong into the environment.`,
    );
}
