// npm run test:e2e [-- --only panel|host|journey] [-- --themes dark,light,contrast]: the product in a real workbench. Does its own set-up.
import { register } from 'tsx/esm/api';

register();
await import('./run.ts');
