import { isAddress, placeName } from '../../../src/base/address.ts';
import assert from 'node:assert/strict';

import { LinchpinError } from '../../../src/base/error.ts';
import { sharedPlace } from '../../../src/index/shared-place.ts';

function options(location: string, environment: Record<string, string> = {}): Record<string, string> {
  return sharedPlace(location, environment)?.options.storageOptions ?? {};
}

function codeOf(location: string): string {
  try {
    sharedPlace(location, {});
    return 'no error';
  } catch (error) {
    assert.ok(error instanceof LinchpinError && error.next.length > 10);
    assert.ok(!error.message.includes('hunter2') && !error.next.includes('hunter2'), 'no key is repeated');
    return error.code;
  }
}

describe('The address of a shared index', () => {
  it('is told from a path', () => {
    for (const path of ['/srv/index', 'C:\\index', 'db', 's3', '//server/share']) {
      assert.equal(isAddress(path), false, path);
      assert.equal(sharedPlace(path, {}), null);
    }
    for (const address of ['s3://bucket', 'S3://bucket/prefix', 'db://name', 'gs://bucket/prefix']) assert.ok(isAddress(address), address);
  });

  it('says where the server is, or leaves it to the environment', () => {
    assert.equal(sharedPlace('s3://team/policies/', {})?.uri, 's3://team/policies');
    assert.equal(options('s3://team/policies')['endpoint'], undefined);
    assert.equal(options('s3://team/policies')['region'], undefined);
    const minio = options('s3://team/policies?endpoint=https://minio.example:9000');
    assert.equal(minio['endpoint'], 'https://minio.example:9000');
    assert.equal(minio['region'], 'us-east-1');
    const environment = { AWS_ENDPOINT_URL: 'https://a.example', AWS_REGION: 'eu-west-1' };
    assert.equal(options('s3://team/policies', environment)['endpoint'], 'https://a.example');
    assert.equal(options('s3://team/policies', environment)['region'], 'eu-west-1');
    assert.equal(options('s3://team/policies?endpoint=https://b.example&region=x', environment)['endpoint'], 'https://b.example');
    assert.equal(options('s3://team/policies?endpoint=https://b.example&region=x', environment)['region'], 'x');
  });

  it('has no unencrypted connection but to an address that says so', () => {
    assert.equal(options('s3://team/policies')['allow_http'], undefined);
    assert.equal(options('s3://team/policies?endpoint=https://minio.example')['allow_http'], 'false');
    assert.equal(options('s3://team/policies?endpoint=http://127.0.0.1:9000')['allow_http'], 'true');
  });

  it('holds no keys', () => {
    assert.equal(codeOf('s3://team/policies?aws_secret_access_key=hunter2'), 'settings-invalid');
    assert.equal(codeOf('s3://team/policies?endpoint=https://user:hunter2@minio.example'), 'settings-invalid');
  });

  it('of LanceDB Cloud or Enterprise has its key in the environment', () => {
    const environment = { LANCEDB_API_KEY: 'k' };
    const cloud = sharedPlace('db://team?region=eu-west-1', environment);
    assert.deepEqual([cloud?.uri, cloud?.options.apiKey, cloud?.options.region], ['db://team', 'k', 'eu-west-1']);
    assert.ok(!('hostOverride' in (cloud?.options ?? {})) && cloud?.options.storageOptions === undefined);
    const enterprise = sharedPlace('db://team?host=https://lancedb.example:8443/', environment);
    assert.equal(enterprise?.options.hostOverride, 'https://lancedb.example:8443');
    assert.equal(codeOf('db://team'), 'settings-invalid');
    for (const address of [
      'db://',
      'db:///x',
      'db://team/x',
      'db://team?apiKey=hunter2',
      'db://team?host=https://u:hunter2@x.example',
      'db://team?region=a b',
    ])
      assert.throws(() => sharedPlace(address, environment), { code: 'settings-invalid' }, address);
  });

  it('is refused where it says nothing that can be used', () => {
    for (const address of ['s3://', 's3:///prefix', 'gs://bucket', 'https://bucket/prefix', 'db://name', 's3://team/x?endpoint=minio'])
      assert.equal(codeOf(address), 'settings-invalid', address);
  });

  it('is shown without what follows the question mark', () => {
    assert.equal(placeName('s3://team/policies/?endpoint=http://127.0.0.1:9000'), 's3://team/policies');
    assert.equal(placeName('/srv/index'), '/srv/index');
  });
});
