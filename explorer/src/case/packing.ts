// Text in an address: deflated, then base64url. Reading stops as soon as the text grows beyond a limit, so that a
// hostile link costs a message and not the memory of the machine.

export const MOST_PACKED = 200_000; // characters in an address
export const MOST_TEXT = 4_000_000; // characters after unpacking
/** A link longer than this is not offered: chats and browsers cut it. A file is offered instead. */
export const LONGEST_LINK = 30_000;

export class BadLink extends Error {}

export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return base64url(bytes);
}

export async function unpacked(given: string): Promise<string> {
  if (given.length > MOST_PACKED) throw new BadLink(`This link holds ${given.length} characters; at most ${MOST_PACKED} are read.`);
  const bytes = fromBase64url(given);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > MOST_TEXT) {
        void reader.cancel().catch(() => undefined);
        throw new BadLink("This link unpacks to more than is ever needed for a case. It is not opened.");
      }
    }
  } catch (fault) {
    if (fault instanceof BadLink) throw fault;
    throw new BadLink("This link is damaged: it cannot be unpacked. Perhaps its end was cut off.");
  }
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(given: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]+$/.test(given)) throw new BadLink("This link is damaged: it has characters that no link of this page has.");
  try {
    return Uint8Array.from(atob(given.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new BadLink("This link is damaged: its end was cut off.");
  }
}
