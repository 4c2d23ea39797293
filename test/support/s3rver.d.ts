// What the tests use of a package without types of its own.
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  export interface Context {
    readonly method: string;
    readonly path: string;
    status: number;
    type: string;
    body: unknown;
    get(header: string): string;
  }

  export interface Asked {
    readonly prefix?: string;
    readonly delimiter?: string;
    readonly maxKeys?: number;
  }

  export interface Listed {
    readonly objects: readonly { readonly key: string }[];
    readonly commonPrefixes: readonly string[];
    readonly isTruncated: boolean;
  }

  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>;
      listObjects(bucket: string, options: Asked): Promise<Listed>;
    };
    readonly httpServer: Server;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
