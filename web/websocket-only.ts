import { trimmedModules } from './trimmed-modules.ts';

/**
 * The socket client carries three more ways to connect, the change from one to another, and bytes
 * as well as JSON. This product uses one and sends JSON alone: 3 kB of every first visit to a live
 * page.
 */
export const websocketOnly = () =>
  trimmedModules('websocket-only', {
    '/socket.io-client/build/esm/index.js': [
      [/^export \{ Fetch, .* \} from "engine.io-client";$/m, ''],
    ],
    '/engine.io-client/build/esm/index.js': [
      [
        /^export \{ \w+( as \w+)? \} from "\.\/transports\/(polling|websocket\.node|webtransport).*$/gm,
        '',
      ],
    ],
    '/engine.io-client/build/esm/transports/index.js': [
      [
        /^[\s\S]*$/,
        `import { WS } from './websocket.js'; export const transports = { websocket: WS };`,
      ],
    ],
    '/engine.io-client/build/esm/socket.js': [
      [/^ {4}_probe\(name\) \{[\s\S]*?^ {4}\}$/m, ''],
      [/if \("open" === this\.readyState && this\.opts\.upgrade\) \{[\s\S]*?\n {8}\}/, ''],
    ],
    '/engine.io-parser/build/esm/encodePacket.browser.js': [
      [
        /^ {4}if \(withNativeBlob && data instanceof Blob\) \{[\s\S]*?(?=^ {4}\/\/ plain string)/m,
        '',
      ],
    ],
    '/engine.io-parser/build/esm/decodePacket.browser.js': [
      [/^ {4}if \(type === "b"\) \{[\s\S]*?^ {4}\}$/m, ''],
    ],
    '/socket.io-parser/build/esm/index.js': [
      [/^ {12}if \(hasBinary\(obj\)\) \{[\s\S]*?^ {12}\}$/m, ''],
      [/^ {4}encodeAsBinary\(obj\) \{[\s\S]*?^ {4}\}$/m, ''],
      [/^ {12}const isBinaryEvent = [\s\S]*?^ {12}else (\{[\s\S]*?^ {12}\})$/m, '$1'],
      [/else if \(isBinary\(obj\) \|\| obj\.base64\) \{[\s\S]*?^ {8}\}\n(?= {8}else)/m, ''],
      [/^ {8}if \(p\.type === PacketType\.BINARY_EVENT[\s\S]*?^ {8}\}$/m, ''],
    ],
  });
